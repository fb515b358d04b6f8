"""What requirements a page or tree states, by the formats that people use, and which of them are tested."""

from tests.compiler.languages.requirements.formats.stated_lists import check_stated
from tests.compiler.languages.written_cases import Case, written_cases
from tests.compiler.tables import table

STATING = r'''
@@ states GLOW_010 GLOW_020 LMP-001 Lmp-Bulb-001 cLMP1000 cLMP1000.1
@> tested Lmp-Bulb-001
@- docs/glow.adoc
== Glow Requirements

[cols="5,25"]
|===
| ID#  ^| Rule
| `GLOW_010` | The lamp MUST glow.
2+| _Unless it is broken._
.2+| [[dim]] `GLOW_020` a| The lamp MUST dim:

* slowly
| and often
|===
@- lamp/docs/sdd.md
# Lamp

## Requirements

| Name | Description | Validation |
|---|---|---|
| LMP-001 | The lamp shall glow | Inspection; unit test |
| Lmp-Bulb-001 | The bulb shall glow | n/a |
@- docs/requirements.csv
Summary,Custom field (Requirement ID),Description
Glow,cLMP1000,The lamp shall glow
Dim,cLMP1000.1,The lamp shall dim
@- tests/lamp.cpp
TEST(Lamp, Glows) {
  REQUIREMENT("Lmp-Bulb-001");
}
@@ states REQ-LAMP-001 REQ-LAMP-002
@- docs/requirements.md
# Lamp

- **REQ-LAMP-001**: The lamp shall glow.
- **REQ-LAMP-002**: The lamp shall ring.
@@ states FR-1 LAMP-SYS-008 LAMP-USR-007 RAC-KTW0M83C REQ-A02 REQ-OUT-001 SWD-998
@- rac/glow.md
---
id: RAC-KTW0M83C
type: requirement
---
# Requirement: The tests of the lamp

## Status

Accepted

## Requirements

- **FR-1**: The lamp shall glow.
@- specs/REQ-a02-cache.md
---
type: requirement
id: REQ-A02
---
# REQ-A02: Cache (phase 1)

**Status**: Active

The lamp SHALL cache.
@- docs/requirements/LAMP/USR/007.md
---
uuid: 25
---
# LAMP-USR-007 Traceability

The lamp shall be traced.
@- docs/requirements/LAMP/SYS/008.md
# LAMP-SYS-008 Go off

The lamp shall go off.
@- docs/requirements/LAMP/SYS/009.md
# Notes on LAMP-SYS-009
@- specs/reqs/swd/page.md
---
id: SWD-998
---
The lamp reads its sensor.
@- .work/OUT/REQ-OUT-001.md
# REQ-OUT-001: Columns of the status

The lamp shall show its state.
@@ states glow/REQ-001 glow/REQ-002 hum/REQ-001 hum/REQ-002 hum/REQ-003 old/REQ-001
@> tested glow/REQ-002 hum/REQ-003
@- specs/glow/requirements.md
# Requirements

## REQ-001: Glow

The lamp shall glow.

## REQ-002: Dim

The lamp shall dim.
@- specs/hum/requirements.md
# Requirements

## REQ-001: Hum

The lamp shall hum.

## REQ-002: Stop

The lamp shall stop.

## REQ-003: Start

The lamp shall start.
@- specs/old/requirements.md
# Requirements

## REQ-001: Glow

The lamp shall glow.
@- specs/glow/test_glow.py
def test_dim():
    """Verifies: REQ-002"""
    assert dim()
@- specs/hum/tests/test_hum.py
def test_start():
    """Verifies: REQ-003"""
    assert start()
@- tests/test_lamp.py
def test_lamp():
    """Verifies: REQ-001"""
    assert lamp()
@@ states FR-1 FR-2 FR-3 FR-4
@> gone FR-2 FR-3 FR-4
@- docs/requirements.md
# Requirements

- **[FR-1] Glow**: The lamp shall glow (not be removed).
- **[FR-2] [DELETED]
- **FR-3**: (withdrawn) The lamp shall hum.

## FR-4: Smell [REMOVED]

The lamp shall smell.

## Kill criteria

- **K1**: It burns.
- **K2**: It smells.

## Out of scope

- **K3**: It sings.
@@ states
@> doubted README.md docs/REQ_glow.adoc docs/reqs.csv docs/rules.md sections/01-glow.md
@- README.md
# Lamp

| ID | Rule |
|---|---|
| <a name="1.1">1</a> | The lamp MUST glow. |
@- docs/levels.md
# Levels

| Level | Meaning |
|---|---|
| 1 | You must wait. |
@- sections/01-glow.md
# Glow

#### Requirement 1.1.2

> The lamp **MUST** glow.
@- docs/REQ_glow.adoc
[[req_core_glow]]
|===
^|*Requirement {counter:req-id}* |*/req/core/glow*
^|A |The lamp SHALL glow.
|===
@- docs/rules.md
# Rules

r[lamp.glow]
The lamp MUST glow.
@- docs/reqs.csv
Summary,Requirement ID,Description
Glow,glow/1,The lamp shall glow
@@ states REQ-CORE-001 REQ-CORE-002 REQ-LAMP-001 REQ-LAMP-002 REQ-LAMP-003
@> tested REQ-CORE-001 REQ-LAMP-001 REQ-LAMP-002
@> cites
@- docs/srs.md
# SRS

| ID | Requirement |
|---|---|
| REQ-CORE-001 | The lamp shall burn. |
| REQ-CORE-002 | The lamp shall go off. |
@- .rtmx/database.csv
req_id,category,requirement_text
REQ-LAMP-001,LAMP,The lamp shall glow
REQ-LAMP-002,LAMP,The lamp shall smell
REQ-LAMP-003,LAMP,The lamp shall sing
@- lamp/lamp_test.go
func TestLamp(t *testing.T) {
	rtmx.Req(t, "REQ-LAMP-001")
}
@- tests/test_lamp.py
import pytest

@pytest.mark.req("REQ-LAMP-002")
def test_smell():
    pass
@- tests/test_core.py
import pytest

@pytest.mark.req("REQ-CORE-001")
def test_core():
    pass
@@ states REQ-LAMP-1 REQ-LAMP-2
@- docs/srs.md
# SRS

## REQ-LAMP-1: Burn

The lamp shall burn.

## REQ-LAMP-2 Off

The lamp shall go off.

## Notes

x
@@ states REQ-11 REQ-12 REQ-13 REQ-14 REQ-15 REQ-16 REQ-17 REQ-18 REQ-19 REQ-20 REQ-21 REQ-22 REQ-23 REQ-24 REQ-8 REQ-9
@> tested REQ-11
@- docs/of-a-tool.rst
.. req:: Burn
   :id: REQ-8

.. req:: Off
   :id: REQ-9
@- docs/requirements.md
---
title: Requirements of the lamp
requirements:
  - id: REQ-17
    title: Rest
    text: The lamp shall rest.
---
# Requirements

| Requirement | Tests |
|---|---|
| REQ-11: The lamp shall burn. | `tests/test_lamp.py::test_burns` |
| **REQ-12** – It shall go off. | [plan](plan.md) |
| REQ-13 It shall hum, as REQ-11 has it. | |

| Text | Priority | ID |
|---|---|---|
| It shall ring. | High | REQ-14 |

1. REQ-15 It shall sing.
2. REQ-16: It shall swing.

<table>
<tr><th>ID</th><th>Requirement</th></tr>
<tr>
  <td><b>REQ-24</b></td>
  <td>It shall sway.</td>
</tr>
</table>

## Glow

- **ID**: REQ-18

It shall glow.
@- docs/requirements.adoc
= Requirements

[cols="1,3"]
|===
|ID |Requirement

|REQ-19
|The lamp shall smell.
|[[req-20]]REQ-20 |The lamp shall burn.
|===
@- docs/requirements.json
{"requirements": [
	{"id": "REQ-21", "text": "The lamp shall be lit."},
	{"id": "REQ-22", "title": "Out", "text": "It shall go out.", "parent": "REQ-21"}]}
@- spec/lamp.yaml
# Implements: REQ-11
reqs:
  - {id: REQ-23, text: The lamp shall shine.}
@- docs/plan.md
# Plan
@- tests/test_lamp.py
def test_burns():
    assert 1
@@ states REQ-FILE-010 REQ-FILE-011 REQ-FILE-012 REQ-FILE-013 REQ-NET-1
@> tested REQ-FILE-011
@- docs/requirements/status-bar.md
# Requirements: status bar

The lamp can be lit by hand, as (REQ-NET-1) has it
[REQ-FILE-010]. It goes out by
itself when the oil is
REQ-NET-2), and not before [REQ-FILE-011].

## Summary

- It hums [REQ-FILE-012]; it sings
  (REQ-FILE-010), too.
- It smells [REQ-FILE-013]
@- docs/requirements/net.md
# Requirements: net

## REQ-NET-1: Nets

The lamp shall lure fish [REQ-FILE-010].
@- tests/test_lamp.py
import pytest

@pytest.mark.requirement("REQ-FILE-011")
def test_out():
    pass
@@ states SWS_Com_00361 SWS_Com_00362
@- docs/sws.md
# Specification

## Requirements of Com

**[SWS_Com_00361]** The module shall send.

[SWS_Com_00362] The module shall wait.
@@ states FR-1 FR-2 FR-3 NFR-1
@- docs/requirements.md
# Requirements

- **FR-1**: The lamp shall burn.
- **FR-2** The lamp shall go off.
- NFR-1: quick.
* [FR-3] third
@@ states R1 R2
@- docs/requirements.md
# Requirements

1. **R1** The lamp shall burn.
2. **R2** The lamp shall go off.
@@ states REQ-1 REQ-2 REQ-3
@- docs/requirements.md
# Requirements

REQ-1: When the key is pressed, the lamp shall burn.

REQ-2: While it burns, the lamp shall be warm.

REQ-3: If the oil is out, then the lamp shall go off.
@@ states REQ-FUN-100 REQ-FUN-1A0
@- docs/reqs.md
# Requirements of the lamp

**Requirement ID:** REQ-FUN-100

**Title:** Burn

**Description:** It burns.

___

**Requirement ID:** REQ-FUN-1A0

**Title:** Off

**Description:** It goes off.
@- docs/tests.md
# Tests

**Test ID:** TEST-A-100

**Requirement ID(s)**: REQ-FUN-100
@@ states FR-001 FR-002
@> doubted PRD.md
@- PRD.md
# PRD

## Functional requirements

### FR-001 Burn
The lamp shall burn.

### FR-002 Off
It shall go off.

## User stories

- US-001: As a keeper I want light.
- US-002: As a sailor I want to see.
@@ states
@> doubted docs/trace.md
@- docs/trace.md
# Traceability matrix

| Requirement | Code | Test |
|---|---|---|
| REQ-1 | src/a.py | tests/test_a.py |
| REQ-2 | src/b.py | - |
@- src/a.py
x=1
@- src/b.py
y=1
@- tests/test_a.py
def test_a():
    assert 1
@@ states lamp/R1
@> tested lamp/R1
@- .kiro/specs/lamp/requirements.md
# Requirements Document

## Requirements

### Requirement 1

**User Story:** As a keeper, I want light, so that ships see.

#### Acceptance Criteria

1. WHEN key pressed THEN the lamp SHALL burn
2. IF no oil THEN the lamp SHALL go off
@- .kiro/specs/lamp/tasks.md
# Implementation Plan

- [x] 1. Burn
  - _Requirements: 1.1_
- [ ] 2. Off
  - _Requirements: 1.2_
@- tests/test_lamp.py
# Validates: Requirements 1.1
def test_x():
    assert 1
@@ states 001-lamp 001-lamp/FR-001 001-lamp/FR-002 001-lamp/SC-001 001-lamp/US1
@> tested 001-lamp/FR-001
@- specs/001-lamp/spec.md
# Feature Specification: Lamp

**Feature Branch**: `001-lamp`

## User Scenarios & Testing

### User Story 1 - Burn (Priority: P1)

As a keeper.

**Acceptance Scenarios**:

1. **Given** a lamp, **When** lit, **Then** it burns

## Requirements

### Functional Requirements

- **FR-001**: System MUST burn
- **FR-002**: System MUST go off [NEEDS CLARIFICATION: when?]

## Success Criteria

- **SC-001**: 99% light
@- tests/test_lamp.py
def test_x():
    """FR-001"""
    assert 1
@@ states add-off add-off/lamp/off lamp/burn
@- openspec/specs/lamp/spec.md
# lamp Specification

## Purpose
Light.

## Requirements
### Requirement: Burn
The lamp SHALL burn.

#### Scenario: Lit
- **WHEN** lit
- **THEN** burns
@- openspec/changes/add-off/proposal.md
## Why
x
@- openspec/changes/add-off/tasks.md
## 1. Do
- [ ] 1.1 Off
@- openspec/changes/add-off/specs/lamp/spec.md
## ADDED Requirements
### Requirement: Off
The lamp SHALL go off.

#### Scenario: Off
- **WHEN** off
- **THEN** dark
@@ states req~burn~1 req~off~1
@- doc/spec.md
# Spec

`req~burn~1`

The lamp burns.

Needs: impl, utest

`req~off~1`

Goes off.

Needs: utest
@- src/lamp.c
// [impl->req~burn~1]
int x;
@- tests/lamp_test.c
// [utest->req~burn~1]
int y;
@@ states REQ001
@> tested REQ001
@- reqs/.doorstop.yml
settings:
  digits: 3
  prefix: REQ
  sep: ''
@- reqs/REQ001.yml
active: true
derived: false
header: ''
level: 1.0
links: []
normative: true
ref: ''
reviewed: null
text: |
  The lamp shall burn.
@- tests/test_a.py
# Verifies: REQ001
def test_a():
    assert 1
@@ states REQ-001 REQ-002
@> tested REQ-001
@- docs/a.sdoc
[DOCUMENT]
TITLE: Lamp

[REQUIREMENT]
UID: REQ-001
TITLE: Burn
STATEMENT: The lamp shall burn.

[REQUIREMENT]
UID: REQ-002
STATEMENT: Off.
RELATIONS:
- TYPE: Parent
  VALUE: REQ-001
@- strictdoc.toml
[project]
title='x'
@- tests/test_a.py
def test_a():
    """
    @relation(REQ-001, scope=function)
    """
    assert 1
@@ states REQ-1 REQ-1.1 REQ-10
@> tested REQ-1.1 REQ-10
@- docs/requirements.md
# Requirements

| ID | Text |
|---|---|
| REQ-1 | The lamp shall a. |
| REQ-1.1 | The lamp shall b. |
| REQ-10 | The lamp shall c. |
@- tests/test_a.py
# Verifies REQ-1.1
def test_a():
    assert 1

# Verifies REQ-10
def test_b():
    assert 1
@@ states
@- docs/errors.md
# Error codes

| Code | Meaning |
|---|---|
| ERR-1 | No oil |
| ERR-2 | No wick |
@- docs/models.md
# Models

- GPT-4: big
- SHA-256: hash
- UTF-8: text

## RFC-2119

x
@@ states
@> doubted docs/requirements.rst
@- docs/requirements.rst
Requirements
============

======  =====
ID      Requirement
======  =====
REQ-1   Burn
REQ-2   Off
======  =====
@@ states REQ-1 REQ-2
@- requirements.yaml
requirements:
  - id: REQ-1
    text: The lamp shall burn.
  - id: REQ-2
    text: Off.
    tests: [tests/test_a.py]
@- tests/test_a.py
def test_a():
    assert 1
@@ states SRS-001 SRS-002 SRS-003 SRS-004 SRS-005 SRS-006
@- docs/requirements.md
# Requirements

## Lamps

[SRS-001] The lamp shall burn.

[SRS-002] The lamp shall turn.

[SRS-003] The lamp shall dim.

[SRS-004] The lamp shall cool.

## Risk records

[SRS-005] The keeper shall list risks.

[SRS-006] The keeper shall rate risks.

## Change history

[SRS-001] The lamp shall burn, since March.

[SRS-007] The lamp had a fuse.
@@ states LIT-001 LIT-002
@- docs/lamp.md
# Lamp requirements

[LIT-001] The lamp shall burn.

[LIT-002] The lamp must turn.

[ISO-1234] Lamps of ships.
@@ states REQ-TURNING
@> doubted requirements/lamp.md
@- requirements/lamp.md
# Lamp requirements

[FR-Burning] Burn
-----------------
The lamp shall burn.

### REQ-TURNING: Turn

The lamp shall turn.
'''


@table("case", written_cases(STATING))
def test_what_lists_state(case: Case) -> None:
    check_stated(case)
