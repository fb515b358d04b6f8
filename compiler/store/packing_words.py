"""The words with which packed texts are compressed (`compiler.store.packed_texts`): what stands in many texts of
projects, in syntax trees and in records of memory. A text of some kilobytes takes a twentieth less with them, a record
a third.

zlib takes what it finds here for what it has read before the text; what is most frequent stands at the end. They belong
to the format of snapshots: with other words, what was packed with these cannot be read.
"""

WORDS = b"""sequenceDiagram
    participant flowchart LR
    subgraph classDiagram
stateDiagram-v2
erDiagram
gantt
    title section --> -->> ->> -.-> ---
    alt else loop end
```python
```bash
```json
```mermaid
flowchart TD
```

| --- | --- |
- [ ] - [x] * [ ]1. 2. 3. https://github.com/https://www.http://.md).md#.html.yaml.json.toml.py.ts.go.rs.js.java.txt
docs/src/tests/lib/examples/README.mdimport from return function class def self.const export default public private
static void true false null None undefined string number boolean#include package async await
---
title: description: author: created: updated: date: tags: type: id: name: version: labels: assignee: milestone:
dependencies: priority: high medium low
status: To Do In Progress Done draft proposed accepted deprecated superseded by open closed
---

# Introduction
## Overview
## Installation
## Usage
## Configuration
## References
## Notes
## Acceptance Criteria
## Decision
## Decision Drivers
## Considered Options
## Pros and Cons of the Options
## Alternatives
## Rationale
## Assertions
## Requirements
## Context
## Context and Problem Statement
## Consequences
## Status

Accepted

Implements: Refines: Verifies: **Level**: **Status**: Active **Hash**: REQ- *End* SHALL NOT MUST SHOULD MAY shall
must should may will would can could cannot
2024-01-2025-01-2026-01-01T00:00:00Z","at":"created_at":"updated_at":"completed_at":null,
"timestamp":"session":"session_id":"agent":"agent_id":null,"task":"task_id":null,"conversation":"branch":"main",
"parent":"superseded_by":null,"source_type":null,"source_id":null,"subject":null,"tags":[],
"document":"note_context":null,"category":"confidence":1.0,"is_active":true,"is_current":true,"status":"active",
"verification":"unverified","versions":1,"neighbours":"metadata":{},
"summary":"name":"description":"type":"role":"user","role":"assistant",
"content":"text":"title":"label":"value":"kind":"op":"put","ref":"id":"from":"to":"arrow":"token":"block":null,
"section":null,"header":"shape":"stroke":"style":"classes":[],"links":[],"nodes":[],"edges":[],"messages":[],
"blocks":[],"actors":[],"notes":[],"line":"direction":"TD","children":[],"span":[1,5,1,10],"span":[2,5,2,
However therefore because although whether while before after again always never another other which where when
what who how why this that these those there their them they then than with without within from into onto over
under between about above below through during each every both either neither some any all none only also even
still just more most much many less least such same different following above example for instance note see please
make sure need needs used using uses user users use case file files folder directory path name value values type
field fields list number string data database table column row query request response server client service system
application component module library package version release change changes update add remove delete create read
write run start stop build test tests testing code source repository project team time date day error failure fault
failed pass passed check checks result results output input option options default set configuration settings
environment key keys token message messages event state process step steps order first second last next previous
new old one two three it is not it has been is are was were be been being have has had do does did of the in the to
the on the for the by the at the and the with the from the that the is the as a to be of a in a for a with a an and
or but if so not no yes can be should be must be will be may be has to have to such as as well as in order to at
least the . The This A We It If In To For When You"""
