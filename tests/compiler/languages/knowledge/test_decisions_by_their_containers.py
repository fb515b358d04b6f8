"""What is read of decisions in the containers that people choose: pages with many, tables, badges, other languages."""

import pytest

from tests.compiler.languages.querying import ask

BODY = "\n\n## Context\n\nIt is so.\n\n## Decision\n\nRopes.\n"
# The head of decision 1, behind "@@" that of decision 2; what is said of each; and the kinds of doubts.
HEADS = [
    ('+++\ntitle = "Ropes"\nstatus = "rejected"\ndate = 2024-01-05\n+++\n\n# Ropes', "ADR-0001 deprecated 2024-01-05"),
    (
        '---json\n{"title":"Ropes","status":"rejected","date":"2024-01-05"}\n---\n\n# Ropes',
        "ADR-0001 deprecated 2024-01-05",
    ),
    ("---\nadr:\n  status: accepted\n  date: 2024-01-05\n---\n\n# Ropes", "ADR-0001, ?date, ?status"),
    ("---\ntitle: Ropes\ntags: [adr, rejected]\n---\n\n# Ropes", "ADR-0001 deprecated"),
    ("<!--\nstatus: rejected\ndate: 2024-01-05\n-->\n# Ropes", "ADR-0001, ?date, ?status"),
    (
        "# Ropes\n\n<table><tr><th>Status</th><td>Rejected</td></tr><tr><th>Date</th><td>2024-01-05</td></tr></table>",
        "ADR-0001 deprecated 2024-01-05",
    ),
    ("# Ropes\n\n> **Status:** Rejected\n> **Date:** 2024-01-05", "ADR-0001 deprecated 2024-01-05"),
    (
        (
            "# Ropes\n\n> [!IMPORTANT]\n> This ADR is superseded by [ADR-0002](0002-chains.md).\n"
            "@@# Chains\n\nStatus: Accepted"
        ),
        "ADR-0001 superseded, ADR-0002 accepted, ADR-0002 > ADR-0001",
    ),
    ("# Ropes\n\n**⚠️ DEPRECATED: do not use this any more.**\n\n## Status\n\nAccepted", "ADR-0001 accepted"),
    ("# Ropes\n\n![status](https://img.shields.io/badge/status-rejected-red)", "ADR-0001 deprecated"),
    (
        "# Ropes\n\n[![Build](https://x.io/badge/build-passing-green)](a) ![](https://x.io/badge/Status-In_Review-red?x=1)",
        "ADR-0001 proposed",
    ),
    (
        "# Ropes\n\n![](https://x.io/badge/build-passing-green) ![](https://x.io/badge/Status-Proposed-red)",
        "ADR-0001 proposed",
    ),
    ("# Ropes\n\n## Status\n\n![](https://x.io/badge/status-rejected-red)", "ADR-0001 deprecated"),
    ("# Ropes\n\n## Status\n\n[![B](https://x.io/badge/ADR/rejected/red/)](https://x.io/a)", "ADR-0001 deprecated"),
    ("# Ropes\n\n## Status - Rejected", "ADR-0001 deprecated"),
    ("---\nstage: draft\n---\n\n# Ropes", "ADR-0001 proposed"),
    ('+++\ntitle = "Ropes"\n\n[extra]\nstatus = "rejected"\n+++\n\n# Ropes', "ADR-0001 deprecated"),
    (
        "# Ropes\n\n## Status\n\nSuperseded by https://x.io/a/adr-0002.md\n@@# Chains\n\n## Status\n\nAccepted",
        "ADR-0001 superseded, ADR-0002 accepted",
    ),
    ("# Ropes\n\n**Status:** Rejected<br>**Date:** 2024-01-05", "ADR-0001 deprecated 2024-01-05"),
    ("# Ropes\n\n_Rejected, 2024-01-05_", "ADR-0001 deprecated 2024-01-05"),
    ("---\nstatus: rejected (2024-01-05)\n---\n\n# Ropes", "ADR-0001 deprecated 2024-01-05"),
    ("# Ropes\n\n![state](https://x.io/badge/build-accepted-red)", "ADR-0001, ?status"),
    (
        "# Ropes\n\n![Status: Accepted](https://img.shields.io/badge/Status-Accepted-green)",
        "ADR-0001 accepted",
    ),
    ("# Ropes\n\n<details>\n<summary>Status: Rejected</summary>\n\nx\n</details>", "ADR-0001, ?status"),
    ("# Ropes\n\n- **Status**: Rejected  \n- **Date**: 5 January 2024", "ADR-0001 deprecated 2024-01-05"),
    ("# Ropes\n\n*Status: rejected, Date: 2024-01-05*", "ADR-0001 deprecated 2024-01-05"),
    ("# Ropes\n\n`Status: rejected`", "ADR-0001 deprecated"),
    ("# Ropes\n\n```\nStatus: rejected\nDate: 2024-01-05\n```", "ADR-0001 deprecated 2024-01-05"),
    ("# Ropes\n\nStatus | Date\n:-|:-\nRejected | 2024-01-05", "ADR-0001 deprecated 2024-01-05"),
    ("# Ropes\n\n| | |\n|-|-|\n| Status | Rejected |\n| Decided | 2024-01-05 |", "ADR-0001 deprecated 2024-01-05"),
    ("# Ropes\n\n::: info\nStatus: Rejected\n:::", "ADR-0001 deprecated"),
    ("# Ropes\n\nIntroduced: 20240105\n\n## Status\n\nAccepted.", "ADR-0001 accepted 2024-01-05"),
    ("# Ropes\n\nDate: 2024-01-05.\n\nStatus: Accepted.", "ADR-0001 accepted 2024-01-05"),
    (
        "# Ropes\n\nStatus: Superseded by [ADR 2](https://example.com/x/y/blob/main/docs/adr/0002-chains.md)\n"
        "@@# Chains\n\nStatus: Accepted",
        "ADR-0001 superseded, ADR-0002 accepted, ADR-0002 > ADR-0001, ?link",
    ),
    (  # not the page that has the number now
        "# Ropes\n\nStatus: Superseded by [ADR 2](0002-moorings.md)\n@@# Chains\n\nStatus: Accepted",
        "ADR-0001 superseded, ADR-0002 accepted, 0002-moorings.md > ADR-0001",
    ),
    ("# n. Ropes\n\n# Status\n\nRejected\n\n# Consequences\n\nNone.", "ADR-0001 deprecated"),
    ("# [REJECTED] Ropes", "ADR-0001 deprecated"),
    ("# ~~Ropes~~ (deprecated)", "ADR-0001 deprecated"),
    ("# ADR-1: Ropes (Draft)", "ADR-0001 proposed"),
    ("# Deprecated API endpoints\n\nStatus: Accepted", "ADR-0001 accepted"),
    ("# Seile\n\n## Status\n\nabgelehnt\n\n## Datum\n\n5. Januar 2024", "ADR-0001 deprecated 2024-01-05"),
    (
        "# Seile\n\nStatus: Ersetzt durch [ADR-0002](0002-chains.md)\n@@# Ketten\n\nStatus: angenommen",
        "ADR-0001 superseded, ADR-0002 accepted, ADR-0002 > ADR-0001",
    ),
    (
        (
            "# Cordes\n\n**Statut** : remplacé par ADR-0002\n**Date** : 05/01/2024\n"
            "@@# Chaînes\n\n**Statut** : accepté\n**Date** : 13/02/2024"
        ),
        "ADR-0001 superseded 2024-01-05, ADR-0002 accepted 2024-02-13, ADR-0002 > ADR-0001",
    ),
    ("# Cuerdas\n\n## Estado\n\nRechazado\n\n## Fecha\n\n5 de enero de 2024", "ADR-0001 deprecated 2024-01-05"),
    (
        (
            "# Cordas\n\n- Status: Substituído por ADR-0002\n- Data: 05 de janeiro de 2024\n"
            "@@# Correntes\n\n- Status: Aceito"
        ),
        "ADR-0001 superseded 2024-01-05, ADR-0002 accepted, ADR-0002 > ADR-0001",
    ),
    ("# 绳索\n\n## 状态\n\n已废弃\n\n## 日期\n\n2024年1月5日", "ADR-0001 deprecated 2024-01-05"),
    ("# 绳索\n\n- 状态:已接受\n- 日期:2024-01-05", "ADR-0001 accepted 2024-01-05"),
    ("# ロープ\n\n## ステータス\n\n却下\n\n## 日付\n\n2024年1月5日", "ADR-0001 deprecated 2024-01-05"),
    ("# Канаты\n\n## Статус\n\nОтклонено\n\n## Дата\n\n05.01.2024", "ADR-0001 deprecated 2024-01-05"),
    (
        "# Канаты\n\n**Статус:** Заменено на ADR-0002\n@@# Цепи\n\n**Статус:** Принято",
        "ADR-0001 superseded, ADR-0002 accepted, ADR-0002 > ADR-0001",
    ),
    ("# Touwen\n\nStatus: afgewezen\nDatum: 5 januari 2024", "ADR-0001 deprecated 2024-01-05"),
    ("# Corde\n\n## Stato\n\nRifiutato", "ADR-0001 deprecated"),
    ("# Liny\n\n## Status\n\nOdrzucone", "ADR-0001 deprecated"),
]
# The pages of a source, in which BODY stands for the text of a decision.
PAGES = [
    (
        {
            "keps/sig-a/1234-ropes/kep.yaml": "title: Ropes\nkep-number: 1234\nstatus: implementable\n",
            "keps/sig-a/1234-ropes/README.md": "# KEP-1234: Ropes\n\n## Summary\n\nText.\n",
            "keps/sig-a/1235-chains/README.md": "# KEP-1235: Chains\n\nText.\n",
        },
        "KEP-1234 accepted, ?citation, ?decision",
    ),
    (
        {
            "keps/1234-2-ropes/kep.yaml": "title:\nkep-number: 1234-2\nstatus: implementable\n",
            "keps/1234-2-ropes/README.md": "# KEP-1234: Ropes\n\n## Summary\n\n## Motivation\n\n## Drawbacks\n",
        },
        "KEP-1234-2 accepted",
    ),
    (
        {"DECISIONS.md": "# Decisions\n\n## Ropes\nDate: 2024-01-05\nDecision: A (nylon)\n"},
        "DECISIONS/1 2024-01-05",
    ),
    ({"docs/DECISIONS.md": "# Decisions\n\n## Ropes\n\nDate: 2024-01-05\n"}, "?decision"),
    ({"docs/DECISIONS.md": "# Decisions\n\n**Nylon ropes only.** They float.\n"}, "?decision"),
    ({"docs/PLAN.org": "* Decision log\n- Nylon ropes only.\n"}, "?decision, ?task"),
    (
        {"docs/Entscheidungen.md": "# E\n\n## Seile\n\n**Entscheidung:** A.\n\n## Ketten\n\n### Entscheidung\n\nB.\n"},
        "Entscheidungen/1, Entscheidungen/2",
    ),
    (
        {
            "DECISIONS.md": (
                "# D\n\n## 1. State\n\n## 2. Plan\n\n### 2.1 Decision: A\n\n#### Why\n\n### 2.2 Decision: B\n\n"
                "#### Why\n"
            )
        },
        "DECISIONS/2.1, DECISIONS/2.2, ?decision",
    ),
    ({"DECISIONS.md": "# D\n\n## 🪢 1. **Ropes**\n\nA.\n\n## 🪢 2. **Chains**\n\nB.\n"}, "DECISIONS/1, DECISIONS/2"),
    (
        {
            "docs/decisions.rst": "Log\n===\n\nDecision 1: ropes\n-----------------\n\nStatus\n~~~~~~\nAccepted\n\n"
            "Decision 2: wax\n---------------\n\nStatus\n~~~~~~\nRejected\n"
        },
        "decisions/Decision 1 accepted, decisions/Decision 2 deprecated",
    ),
    (
        {
            "arc/09_decisions.adoc": "== 9. Architecture Decisions\n\n=== 9.1 Overview\n\nA.\n\n=== 9.2 Records\n\n"
            "==== ADR-001: Ropes\n\n*Status:* Accepted\n\n==== ADR-002: Wax\n\n*Status:* Rejected\n"
        },
        "09_decisions/9.1 accepted, 09_decisions/9.2 deprecated",
    ),
    (
        {"arc/adr-003-wax.adoc": "= ADR-003: Wax\n\n*Status*: Accepted +\n*Date*: 2024-01-05\n\n== Context\n\nA.\n"},
        "ADR-003 accepted 2024-01-05",
    ),
    (
        {"docs/adr/0004-wax.org": "# © Ana\n#+TODO: OPEN(o) | REJECTED(r)\n* REJECTED 4 Wax  :adr:\n** Context\nA.\n"},
        "ADR-0004 deprecated",
    ),
    (
        {
            "docs/decisions.org": "#+TITLE: Log\n* ADR-1: Wax\n"
            ":PROPERTIES:\n:STATUS: Accepted\n:DATE: 2024-01-04\n:END:\n"
            ":LOGBOOK:\n- x\n:END:\n** Decision\n=wax=\n"
            "* ADR-2: Oil\n:PROPERTIES:\n:STATUS: Rejected\n:DATE: 2024-01-05\n:END:\n"
        },
        "ADR-1 accepted 2024-01-04, ADR-2 deprecated 2024-01-05",
    ),
    (
        {
            "DECISIONS.md": (
                "# D\n\n## Read\n\n- **Decision**: one cell\n\n## Checked (2024-01-05)\n\n| ID | Status | Decision |\n"
                "|--|--|--|\n| D1 | accepted | Wax |\n| D2 | rejected | Oil, see [b](b.md) |\n| D3 | proposed | Tar |\n"
            )
        },
        "D1 accepted, D2 deprecated, D3 proposed, ?date",
    ),
    ({"DECISIONS.md": "# D\n\n## Drivers\n\n- CRN-7 Wax\n- CON-2 Oil\n"}, "?decision"),
    (
        {"doc/arch/adr-001-wax.md": "# ADR 1: Wax\n\n# Context\n\nA.\n\n# Status\n\nAccepted.\n"},
        "ADR-001 accepted",
    ),
    (
        {
            "OIPs/TIP-2.md": "| id | Title | Status | Author | Created |\n|-|-|-|-|-|\n"
            "| TIP-2 | Wax | Approved | A | 2024-01-05\n"
        },
        "TIP-2 accepted 2024-01-05",
    ),
    (
        {
            "DECISIONS.md": "# D\n\n## 2/27/2025 - Wax\n\nA.\n\n"
            "### 2025-02-28 - Oil\n\nA.\n\n### Why\n\n## 2025-03-01: Tar\n"
        },
        "DECISIONS/1 2025-02-27, DECISIONS/2025-02-28-2 2025-02-28, DECISIONS/2025-03-01-3 2025-03-01",
    ),
    ({"DECISIONS.md": "# D\n\n- **A 1 wax**\n- **Nylon ropes.**\n- **Steel chains.**\n"}, "?citation, ?decision"),
    (
        {"decisiones.md": "# D\n\n## 1. Cera\n\n> **Superada por la decisión 2.** Es así.\n\n## 2. Aceite\n\nA.\n"},
        "decisiones/1 superseded, decisiones/2, decisiones/2 > decisiones/1",
    ),
    (
        {
            "arc/09_decisions.adoc": "== 9. Architecture Decisions\n\n=== Overview\n\n"
            "|===\n| ADR | Decision | Why\n\n| ADR-1\n"
            "| Wax\n| A\n\n| ADR-2\n| Oil\n| B\n|===\n"
        },
        "ADR-1, ADR-2",
    ),
    (
        {"cli/000-gates.md": "- Start Date: 2024-01-05\n- RFC PR:\n\n# Summary\n\nA.\n"},
        "000-gates 2024-01-05",
    ),
    (
        {"ana-rfc011-gates.md": "# ANA RFC011: Gates - v1.0\n\n**Authors:**\n\n- Ana\n\n**Status:** Approved\n"},
        "RFC-011 accepted",
    ),
    (
        {"decisionLog.md": "# D\n\n### 决策 #001: A\n\nA.\n\n### 决策 #002: B\n\nB.\n"},
        "decisionLog/001, decisionLog/002",
    ),
    (
        {
            "decisionLog.md": "# D\n\n## Details\n\n"
            "### Decision\n\n[2024-01-05 10:00:00] - A\n\n- **Why:** B\n\n### Decision\n\n"
            "- [2024-01-06] - B\n- **How:** C\n"
        },
        "decisionLog/2024-01-05-7 2024-01-05, decisionLog/2024-01-06-13 2024-01-06",
    ),
    (
        {"docs/entscheidungen/de1-wax.md": "# DE1: Wax\n\n## Frage\n\nA?\n\n## Entscheidung:\n\nB.\n"},
        "de1-wax, ?status",
    ),
    ({"docs/entscheidungen/de1-wax.md": "# DE1: Wax\n\nA.\n"}, "?decision"),
    ({"029-wax/proposal.md": "* RFC PR: [a/b#29](https://x.io/29)\n\n# Summary\n\nA.\n"}, "RFC-029"),
    ({"029-wax/proposal.md": "# Wax\n\nA.\n"}, "?decision"),
    (
        {"text/0082-wax.md": "# Wax\n\n- Related RFC(s): Supersedes [RFC 68](https://x.io/a/b/pull/68)\n\nA.\n"},
        "?citation",
    ),
    ({"features/rfc-add-wax.rst": "Wax\n===\n\nA.\n"}, "?decision"),
    (
        {
            "RFC-007-wax.adoc": "= Wax\n:revdate: 2024-01-05\n\n"
            "NOTE: RFC-Number: 007 +\nStatus: Draft +\n\n== Why\n\nA.\n"
        },
        "RFC-007 proposed 2024-01-05",
    ),
    ({"rfcs/rfc-xxxx-name.md": "# RFC-XXXX: {Name}\n\n**Status**: Draft\n\n## Motivation\n\nA.\n"}, ""),
    (
        {
            "docs/adr/0001-ropes.md": ("# Ropes\n\nStatus: AcceptedBODY"),
            "docs/adr/000-index.md": "# Index\n\nAll of them.\n",
        },
        "ADR-0001 accepted",
    ),
    (
        {
            "DECISIONS.md": (
                "# Decisions\n\n## D-001: Use ropes\n\n**Date:** 2024-01-05\n**Status:** Accepted\n\n"
                "We use ropes.\n\n## D-002: Use chains\n\n**Date:** 2024-02-05\n"
                "**Status:** Superseded by D-003\n\nChains.\n\n## D-003: Use nylon\n\n"
                "**Date:** 2024-03-05\n**Status:** Proposed\n\nNylon.\n"
            )
        },
        "D-001 accepted 2024-01-05, D-002 superseded 2024-02-05, D-003 proposed 2024-03-05, D-003 > D-002",
    ),
    (
        {
            "docs/decisions.md": (
                "# Decision log\n\n| # | Decision | Date | Status |\n|---|---|---|---|\n"
                "| 1 | Use ropes | 2024-01-05 | ✅ Accepted |\n"
                "| 2 | Use chains | 2024-02-05 | ~~Accepted~~ Superseded by 3 |\n"
                "| 3 | Use nylon | 2024-03-05 | Proposed |\n"
            )
        },
        (
            "decisions/1 accepted 2024-01-05, decisions/2 superseded 2024-02-05, decisions/3 proposed 2024-03-05, "
            "decisions/3 > decisions/2"
        ),
    ),
    (
        {
            "docs/DECISIONS.md": (
                "# Decisions\n\n### ADR-001 — Ropes (2024-01-05) — Accepted\n\nRopes.\n\n"
                "### ADR-002 — Chains (2024-02-05) — Rejected\n\nChains.\n"
            )
        },
        "ADR-001 accepted 2024-01-05, ADR-002 deprecated 2024-02-05",
    ),
    (
        {
            "DECISIONS.md": (
                "# Decisions\n\n1. **Use ropes** (2024-01-05, accepted) — they float.\n"
                "2. **Use chains** (2024-02-05, rejected) — they sink.\n"
            )
        },
        "?decision",
    ),
    (
        {
            "docs/decision-log.md": (
                "# Decision Log\n\n## 2024-01-05 — Use ropes\n\nStatus: accepted\n\nRopes.\n\n"
                "## 2024-02-05 — Use chains\n\nStatus: rejected\n\nChains.\n"
            )
        },
        "decision-log/2024-01-05-1 accepted 2024-01-05, decision-log/2024-02-05-2 deprecated 2024-02-05",
    ),
    (
        {
            "DECISIONS.md": (
                "# Decisions\n\n## 2024-01\n\n### ADR-1: Ropes\n\n| Date | 2024-01-05 |\n|---|---|\n"
                "| Status | Rejected |\n\n## 2024-02\n\n### ADR-2: Chains\n\n**Accepted** (2024-02-05)\n"
            )
        },
        "ADR-1 deprecated 2024-01-05, ADR-2 accepted 2024-02-05",
    ),
    (
        {"docs/ship.md": "# Ship\n\n## ADR-1: Ropes (accepted)\n\nRopes.\n\n## ADR-2: Chains [rejected]\n\nChains.\n"},
        "ADR-1 accepted, ADR-2 deprecated",
    ),
    (
        {
            "docs/decisions.md": "# Decisions\n\n## [Ropes](adr/D01-ropes.md)\n\nStatus: accepted\n",
            "docs/adr/D01-ropes.md": "# Ropes\n\nStatus: Superseded by D02BODY",
            "docs/adr/D02-chains.md": "# Chains\n\nStatus: AcceptedBODY",
        },
        "D01-ropes superseded, D02-chains accepted, D02-chains > D01-ropes, ?status",
    ),
    (
        {
            "docs/adr/0001-ropes.md": "# Ropes\n\nStatus: AcceptedBODY",
            "tests/fixtures/adr/0002-chains.md": "# Chains\n\nStatus: Accepted\n\n## Supersedes\n\nADR-0001BODY",
            "specs/knots/design.md": "# Knots\n\n## Status\n\nA goal only.\n\n## Decision\n\nNone.\n",
        },
        "ADR-0001 accepted",
    ),
    (
        {
            "docs/adr/process.md": "# Process\n\n## Status\n\nFirst it is proposed.\n",
            "docs/adr/AGENTS.md": "# Rules\n\nStatus: active\n",
            "adr.org": "#+TITLE: Ropes\n#+STATUS: x\n",
            "docs/adr/0005-oars.rst": "[ADR-005] Oars\n==============\n\n:bdg-danger:`Rejected`\n\nContext\n-------\n",
            "docs/adr/0003-tar.rst": "..\n   # ****\n   # Free\n\nTar\n===\n\n:status: rejected\n\nIt is so.\n",
            "docs/adr/0001-ropes.org": "#+TITLE: Ropes\n#+STATUS: rejected\n\n* Context\n\nIt is so.\n",
            "a/DECISIONS.md": "## ADR-7: Knots\n\nStatus: accepted\n\n## ADR-8: Sails\n\nStatus: accepted\n",
            "b/DECISIONS.md": "| # | Decision | Why |\n|---|---|---|\n| 7 | Knots | a |\n| 8 | Sails | b |\n",
        },
        (
            "ADR-0001 deprecated, ADR-0003 deprecated, ADR-0005 deprecated, ADR-7 accepted, ADR-8 accepted, "
            "DECISIONS/7, DECISIONS/8"
        ),
    ),
    (
        {"DECISIONS.md": "# Decisions\n\n- 2024-01-05: Use ropes\n- 2024-02-05: Use chains (superseded)\n"},
        "DECISIONS/2024-01-05-3 2024-01-05, DECISIONS/2024-02-05-4 superseded 2024-02-05",
    ),
    (
        {
            "docs/adr.md": (
                "# Architecture Decision Records\n\n## ADR-001: Ropes [SUPERSEDED by ADR-002]\n\n"
                "### Context\n\nx\n\n### Decision\n\ny\n\n## ADR-002: Chains\n\n"
                "**Status**: Accepted | **Date**: 2024-02-05\n\n### Context\n\nx\n"
            )
        },
        "ADR-001 superseded, ADR-002 accepted 2024-02-05, ADR-002 > ADR-001, ?date",
    ),
    (
        {
            "docs/adr/01-adr.md": (
                "# Records\n\n## ADR-1: Ropes\n\n**Status:** Rejected\n**Date:** 2024-01-05\n\n### Context\n\nx\n\n"
                "## ADR-2: Chains (accepted)\n\nDate: 2024-02-05\n\n### Decision\n\ny\n"
            )
        },
        "ADR-1 deprecated 2024-01-05, ADR-2 accepted 2024-02-05",
    ),
    (  # of each the second heading states nothing
        {
            "docs/adr/01-adr.md": "# Records\n\n## ADR-1: Ropes\n\nStatus: Rejected\n\n## ADR-2: Chains\n\nText.\n",
            "docs/adr/05-adr.md": "# Records\n\n## ADR-5: A\n\n### Status\n\nRejected\n\n## ADR-6: B\n\nText.\n",
        },
        "ADR-01, ADR-05, ?citation, ?decision, ?status",
    ),
    (  # the last section is its own
        {"docs/adr/04-adr.md": "# N\n\n## ADR-1: A (draft)\n\n## ADR-2: B (draft)\n\n## Status\n\nAccepted\n"},
        "ADR-04 accepted, ?citation, ?decision",
    ),
    (  # a decision of its own, which compares others
        {
            "docs/adr/03-adr.md": (
                "# Nylon\n\nStatus: Accepted\n\n## ADR-1: Ropes\n\nStatus: Rejected\n\n"
                "## ADR-2: Chains\n\n### Status\n\nDraft\n"
            )
        },
        "ADR-03 accepted, ?citation, ?decision",
    ),
    ({"docs/adr/accepted/0001-ropes.md": "# RopesBODY"}, "ADR-0001, ?status"),
    ({"docs/adr/rejected/0001-ropes.md": "# RopesBODY"}, "ADR-0001, ?status"),
    ({"docs/adr/superseded/0001-ropes.md": "# RopesBODY"}, "ADR-0001, ?status"),
    ({"docs/adr/proposed/0001-ropes.md": "# RopesBODY"}, "ADR-0001, ?status"),
    ({"docs/adr/0007-ropes.rejected.md": "# RopesBODY"}, "ADR-0007, ?status"),
    ({"docs/adr/0007-ropes-DEPRECATED.md": "# RopesBODY"}, "ADR-0007, ?status"),
    (
        {
            "docs/adr/0001-ropes.rst": (
                "Ropes\n=====\n\nStatus\n------\n\n**Superseded** by :doc:`0002-chains`\n\nContext\n"
                "-------\n\nIt is so.\n"
            ),
            "docs/adr/0002-chains.rst": "Chains\n======\n\nStatus\n------\n\nAccepted\n\nContext\n-------\n\nx\n",
        },
        "ADR-0001 superseded, ADR-0002 accepted, ADR-0002 > ADR-0001",
    ),
    (
        {
            "docs/adr/0001-ropes.rst": (
                ".. list-table::\n\n   * - Status\n     - Accepted\n   * - Date\n     - 2024-01-05\n\n"
                "Ropes\n=====\n\nContext\n-------\n\nIt is so.\n"
            )
        },
        "ADR-0001, ?date, ?status",
    ),
    (
        {
            "docs/adr/0001-ropes.adoc": (
                "= ADR 1: Ropes\n:status: accepted\n:date: 2024-01-05\n\n== Context\n\nIt is so.\n\n"
                "== Decision\n\nRopes.\n"
            )
        },
        "ADR-0001 accepted 2024-01-05",
    ),
    (
        {
            "docs/adr/0001-ropes.adoc": (
                "= Ropes\n\n|===\n|Status |Accepted\n|Date |2024-01-05\n|===\n\n== Context\n\nIt is so.\n"
            )
        },
        "ADR-0001 accepted 2024-01-05",
    ),
    (
        {"docs/adr/0001-ropes.adoc": "= Ropes\n\nStatus:: Accepted\nDate:: 2024-01-05\n\n== Context\n\nIt is so.\n"},
        "ADR-0001 accepted 2024-01-05",
    ),
    (
        {
            "docs/adr/0001-ropes.org": (
                "#+TITLE: ADR 1: Ropes\n#+DATE: 2024-01-05\n\n* Status\n\nAccepted\n\n* Context\n\nIt is so.\n"
            )
        },
        "ADR-0001 accepted 2024-01-05",
    ),
    (
        {
            "docs/adr/0001-ropes.md": "# RopesBODY",
            "docs/adr/0002-chains.md": "# ChainsBODY",
            "docs/adr/README.md": (
                "# ADRs\n\n| ADR | Title | Status |\n|---|---|---|\n"
                "| [0001](0001-ropes.md) | Ropes | Rejected |\n"
                "| [0002](0002-chains.md) | Chains | Accepted |\n"
            ),
        },
        "ADR-0001, ADR-0002, ?status",
    ),
    (
        {
            "docs/adr/0001-ropes.md": "# RopesBODY",
            "docs/adr/0002-chains.md": "# ChainsBODY",
            "docs/adr/README.md": (
                "# ADRs\n\n- [ADR-0001](0001-ropes.md): Ropes (superseded)\n"
                "- [ADR-0002](0002-chains.md): Chains (accepted)\n"
            ),
        },
        "ADR-0001, ADR-0002, ?status",
    ),
    (
        {
            "docs/adr/0001-ropes.md": "# RopesBODY",
            "docs/adr/0002-chains.md": "# ChainsBODY",
            "docs/adr/index.md": (
                "# ADRs\n\n## Accepted\n\n- [Chains](0002-chains.md)\n\n## Rejected\n\n- [Ropes](0001-ropes.md)\n"
            ),
        },
        "ADR-0001, ADR-0002, ?status",
    ),
]


@pytest.mark.parametrize(("head", "said"), HEADS)
def test_decision_by_its_head(head: str, said: str) -> None:
    first, _, second = head.partition("\n@@")
    pages = {"docs/adr/0001-ropes.md": f"{first}BODY"} | (
        {"docs/adr/0002-chains.md": f"{second}BODY"} if second else {}
    )
    assert _said(pages) == said


@pytest.mark.parametrize(
    ("head", "title"),
    [
        ("# Architecture Decision Record\n\n# Ropes\n\n## Status\n\nRejected", "Ropes"),
        ("# ADR\n\n## Title\n\nUse ropes\n\n## Status\n\nRejected", "Use ropes"),
        ("## Title\n\nUse ropes\n\n## Status\n\nRejected", "Use ropes"),
        ("# Decision records\n\nWe write them.\n\n## Status\n\nRejected", "Decision records"),
        ("# n. Ropes\n\n## Status\n\nRejected", "Ropes"),
        ('---\ntitle: "ADR-1: Ropes"\n---\n\n# Status\n\nRejected\n\n# Decision\n\nNone.', "Ropes"),
    ],
)
def test_title_of_a_decision_stands_in_the_next_heading_or_a_section(head: str, title: str) -> None:
    rows = ask({"docs/adr/0001-ropes.md": head + BODY}, "SELECT title, status FROM decision")
    assert rows == [(title, "deprecated")]


@pytest.mark.parametrize(
    ("days", "status"),
    [
        (("05-01-2024", "18-01-2024"), "deprecated"),
        (("18-01-2024", "05-02-2024"), "deprecated"),
        (("18-02-2024", "05-01-2024"), "proposed"),
        (("05-01-2024", "05-01-2024"), "deprecated"),
        (("05-03-2024", "06-02-2024"), None),  # the fifth of March, or the third of May
    ],
)
def test_status_of_a_table_of_statuses_is_that_of_its_newest_day(days: tuple[str, str], status: str | None) -> None:
    rows = f"| | Date | Status |\n|---|---|---|\n| | {days[0]} | Proposed |\n| * | {days[1]} | Rejected |\n"
    files = {"docs/adr/0001-ropes.md": f"# Ropes\n\n## Status\n\n{rows}{BODY}"}
    assert ask(files, "SELECT status FROM decision") == [(status,)]
    doubts = [] if status else [("status",)]
    assert ask(files, "SELECT looks_like FROM unread WHERE looks_like = 'status'") == doubts


def test_name_of_a_page_in_a_link_is_of_one_decision() -> None:
    files = {
        "docs/adr/r1/adr-1-ropes.md": f"# ADR-1: Ropes\n\n## Status\n\nAccepted{BODY}",
        "docs/adr/r2/adr-2-chains.md": f"# ADR-2: Chains\n\n## Status\n\nAccepted{BODY}\n## Links\n\n[[adr-1-ropes]]\n",
    }
    assert ask(files, "SELECT message FROM diagnostic WHERE code = 'KNO304'") == []
    assert ask(files, "SELECT count(*) FROM link WHERE target = 'k:decision/ADR-1' AND source = 'k:decision/ADR-2'") > [
        (0,)
    ]


@pytest.mark.parametrize(("pages", "said"), PAGES)
def test_decisions_by_their_pages(pages: dict[str, str], said: str) -> None:
    assert _said(pages) == said


def _said(pages: dict[str, str]) -> str:
    files = {path: text.replace("BODY", BODY) for path, text in pages.items()}
    rows = ask(files, "SELECT id, status, date FROM decision WHERE NOT is_example ORDER BY id")
    pairs = ask(files, "SELECT newer, older FROM supersession")
    doubts = ask(files, "SELECT DISTINCT looks_like FROM unread ORDER BY looks_like")
    said = [" ".join(filter(None, row)) for row in rows] + [f"{newer} > {older}" for newer, older in pairs]
    return ", ".join([*said, *(f"?{kind}" for (kind,) in doubts)])
