"""Constructs of exports of trackers, and of proposals, that a hostile source repeats thousands of times."""

from tests.compiler.pipeline.repeated import Repeated

EXPORTS = (
    *(
        Repeated("jira.csv", piece, "Summary,Issue key,Issue id,Issue Type,Status,Outward issue link (Blocks)\n")
        for piece in (
            '"Boat {i}",BOAT-{i},{i},Task,To Do,BOAT-{j}\n',
            '"Boat",BOAT-1,1,Task,To Do,BOAT-1\n',
        )
    ),
    *(Repeated("jira.csv", piece, "Summary,Issue key,Issue id,Issue Type,Status\n") for piece in ('"',)),
    *(
        Repeated(
            "keps/0007-g/kep.yaml",
            piece,
            ("title: G\nkep-number: 7\nauthors: ['@a']\nstatus: implementable\ncreation-date: 2021-03-04\nreplaces:\n"),
        )
        for piece in ("  - /keps/{i}-a\n",)
    ),
    *(
        Repeated("docs/09_decisions.md", piece, "# 9. Architecture Decisions\n\n")
        for piece in ("## Use x{i}\n\nStatus: accepted\n\nText.\n\n",)
    ),
    *(
        Repeated("docs/choices.md", piece, "# Choices\n\n")
        for piece in (
            (
                "In the context of the mill, facing wet grain, we decided for a kiln and "
                "neglected the sun, to achieve dry flour, accepting smoke.\n\n"
            ),
            "In the context of ",
        )
    ),
    *(Repeated("docs/choices.md", piece, "# Choices\n\nIn the context of ") for piece in ("facing ",)),
    *(Repeated("docs/adr/0001-x.adoc", piece, "= 1. x\n\n") for piece in ("== Status\n\nAccepted\n\n",)),
    *(
        Repeated("CHANGELOG.md", piece, "# Changelog\n\n")
        for piece in ("## [1.{i}.0] - 2025-01-01\n\n### Added\n\n- a (#{i})\n\n",)
    ),
    *(Repeated("notes/a.md", piece, "---\naliases: [x]\n---\n# A\n") for piece in ("![[b#c^d|e]] ",)),
    Repeated(
        "linear.json",
        (
            '{"identifier":"P-{i}","title":"x","state":{"name":"Todo","type":"unstart'
            'ed"},"relations":{"nodes":[{"type":"blocks","relatedIssue":{"identifier"'
            ':"P-{j}"}}]}},'
        ),
        '{"data":{"issues":{"nodes":[',
        ('{"identifier":"P-Z","title":"x","state":{"name":"Todo","type":"unstarted"}}]}}}'),
    ),
    Repeated(
        "linear.json",
        ('{"identifier":"P-1","title":"x","state":{"name":"Todo","type":"unstarted"},"parent":{"identifier":"P-1"}},'),
        '{"data":{"issues":{"nodes":[',
        ('{"identifier":"P-2","title":"x","state":{"name":"Todo","type":"unstarted"}}]}}}'),
    ),
    Repeated("jira.csv", ",Labels", "Summary,Issue key,Issue id,Issue Type,Status", "\na,B-1,1,Task,To Do\n"),
    Repeated("jira.csv", ",", "Summary,Issue key,Issue id,Issue Type,Status\na,B-1,1,Task,To Do", "\n"),
    Repeated(
        "jira.json",
        (
            '{"key":"A-{i}","fields":{"summary":"x","status":{"name":"To Do"},"issuel'
            'inks":[{"type":{"outward":"blocks"},"outwardIssue":{"key":"A-{j}"}}]}},'
        ),
        '{"issues":[',
        '{"key":"A-Z","fields":{"summary":"x","status":{"name":"x"}}}]}',
    ),
    Repeated(
        "jira.json",
        '{"type":"paragraph","content":[{"type":"text","text":"a"}]},',
        (
            '{"issues":[{"key":"A-1","fields":{"summary":"x","status":{"name":"x"},"d'
            'escription":{"type":"doc","content":['
        ),
        "{}]}}}]}",
    ),
    Repeated(
        "board.json",
        (
            '{"id":"a{i}","title":"x","status":"Todo","content":{"type":"Issue","numb'
            'er":{i},"repository":"a/b","title":"x","body":"#{j}"}},'
        ),
        '{"items":[',
        (
            '{"id":"z","title":"x","status":"Todo","content":{"type":"DraftIssue","ti'
            'tle":"x","body":""}}],"totalCount":1}'
        ),
    ),
    Repeated(
        "jira.xml",
        (
            '<item><key id="{i}">A-{i}</key><summary>x</summary><issuelinks><issuelin'
            'ktype><outwardlinks description="blocks"><issuelink><issuekey>A-{j}</iss'
            "uekey></issuelink></outwardlinks></issuelinktype></issuelinks></item>"
        ),
        '<rss version="0.92"><channel>',
        "</channel></rss>",
    ),
    Repeated("jira.xml", "<a>", '<rss version="0.92"><channel><item><key>A-1</key>', "</item></channel></rss>"),
    Repeated(
        "model/workspace.json",
        (
            '{"id":"{i}","title":"x","status":"Accepted","date":"2020-01-01T00:00:00Z'
            '","content":"x","links":[{"id":"{j}","description":"superseded by"}]},'
        ),
        '{"name":"M","model":{},"documentation":{"decisions":[',
        ('{"id":"z","title":"x","status":"Accepted","date":"2020-01-01T00:00:00Z","content":"y"}]}}'),
    ),
    Repeated(
        "model/workspace.json",
        (
            '{"id":"1","title":"x","status":"Accepted","date":"2020-01-01T00:00:00Z",'
            '"content":"x","links":[{"id":"1","description":"superseded by"}]},'
        ),
        '{"name":"M","model":{},"documentation":{"decisions":[',
        ('{"id":"z","title":"x","status":"Accepted","date":"2020-01-01T00:00:00Z","content":"y"}]}}'),
    ),
    Repeated(
        "model/workspace.json",
        (
            '{"id":"{i}","name":"s","documentation":{"decisions":[{"id":"1","title":"'
            'x","status":"Accepted","date":"2020-01-01T00:00:00Z","content":"x"}]}},'
        ),
        '{"name":"M","model":{"softwareSystems":[',
        "{}]}}",
    ),
    Repeated(
        "peps/pep-0011.rst",
        "Replaces: 9\n",
        "PEP: 11\nTitle: x\nStatus: Final\nType: Process\nCreated: 05-Jul-2011\n",
        "\nText\n",
    ),
    Repeated("peps/pep-0011.rst", "9, ", "PEP: 11\nTitle: x\nStatus: Final\nType: Process\nReplaces: ", "1\n\nText\n"),
    Repeated(
        "EIPS/eip-20.md",
        "{i}, ",
        ("---\neip: 20\ntitle: A\nstatus: Final\nauthor: W\ncreated: 2015-11-19\nrequires: "),
        "7\n---\n\n# Text\n",
    ),
    Repeated("openspec/changes/a/tasks.md", "- [ ] 1.{i} Lend it\n", "## Kites\n\n"),
    Repeated("openspec/changes/a/tasks.md", "- [ ] 1.{i} Lend it\n\nT{i} depends on T{j}\n\n", "## Kites\n\n"),
    Repeated("docs/adr/0001-x.adoc", "|a |b\n", "= 1. x\n\n|===\n", "|===\n"),
)
