"""What requirements a page states, by the forms that people write."""

from tests.compiler.languages.requirements.formats.stated_lists import check_stated
from tests.compiler.languages.written_cases import Case, written_cases
from tests.compiler.tables import table

STATING = r"""
@@ states REQ-001 REQ-002
@- docs/requirements.md
# Requirements

### 3.1 REQ-001 – Burn

The lamp shall burn.

### 3.2 REQ-002 – Off

It shall go off.
@@ states REQ-001 REQ-002
@- docs/requirements.md
# Requirements

#### [REQ-001] Burn

The lamp shall burn.

#### [REQ-002] Burn

It shall go off.

@@ states REQ-001 REQ-002
@- docs/requirements.md
# Requirements

**[REQ-001]** The lamp shall burn.

**[REQ-002]** It shall go off.

@@ states REQ-001 REQ-002
@- docs/requirements.md
# Requirements

[REQ-001]: The lamp shall burn.

[REQ-002]: It shall go off.

@@ states REQ-001 REQ-002
@- docs/requirements.md
# Requirements

REQ-001 The lamp shall burn.

REQ-002 It shall go off.

@@ states REQ-001 REQ-002
@- docs/requirements.md
# Requirements

<a id="REQ-001"></a>REQ-001: The lamp shall burn.

<a id="REQ-002"></a>REQ-002: It shall go off.

@@ states REQ-001 REQ-002
@- docs/requirements.md
# Requirements

> **REQ-001**: The lamp shall burn.

> **REQ-002**: It shall go off.

@@ states REQ-001 REQ-002
@- docs/requirements.md
# Requirements

- [ ] REQ-001: The lamp shall burn.
- [ ] REQ-002: It shall go off.
@@ states REQ-001 REQ-002
@- docs/requirements.md
# Requirements

- REQ-001 - The lamp shall burn.
- REQ-002 - It shall go off.
@@ states REQ-001 REQ-002
@- docs/requirements.md
# Requirements

1. REQ-001: The lamp shall burn.
2. REQ-002: It shall go off.
@@ states REQ-001 REQ-002
@- docs/requirements.md
# Requirements

| Nr | Anforderung |
|---|---|
| REQ-001 | Die Lampe soll brennen. |
| REQ-002 | Sie soll ausgehen. |
@@ states REQ-001 REQ-002
@- docs/requirements.md
# Requirements

| # | ID | Requirement | Priority |
|---|---|---|---|
| 1 | REQ-001 | The lamp shall burn. | Must |
| 2 | REQ-002 | It shall go off. | Should |
@@ states REQ-001 REQ-002
@- docs/requirements.md
# Requirements

| ID | Text |
|---|---|
| `REQ-001` | The lamp shall burn. |
| **[REQ-002](#x)** | It shall go off. |
@@ states REQ-001 REQ-002
@- docs/requirements.md
# Requirements

### Burn

| ID | REQ-001 |
|---|---|
| Description | The lamp shall burn. |
| Priority | High |

### Off

| ID | REQ-002 |
|---|---|
| Description | It shall go off. |
@@ states REQ-001 REQ-002
@- docs/requirements.md
# Requirements

| | |
|---|---|
| **ID** | REQ-001 |
| **Description** | The lamp shall burn. |

| | |
|---|---|
| **ID** | REQ-002 |
| **Description** | It shall go off. |
@@ states REQ-001 REQ-002
@- docs/requirements.md
# Requirements

REQ-001
: The lamp shall burn.

REQ-002
: It shall go off.

@@ states REQ-001 REQ-002
@- docs/requirements.md
# Requirements

#### REQ-001

The lamp shall burn.

#### REQ-002

It shall go off.

@@ states REQ-001 REQ-002
@- docs/requirements.md
# Requirements

**REQ-001 Burn**

The lamp shall burn.

**REQ-002 Burn**

It shall go off.

@@ states REQ-001 REQ-002
@- docs/requirements.md
# Requirements

* *REQ-001* – The lamp shall burn.
* *REQ-002* – It shall go off.
@@ states
@> doubted docs/requirements.md
@- docs/requirements.md
# Requirements

| Requirement | Test |
|---|---|
| REQ-001: Burn | t1 |
| REQ-002: Off | t2 |
@@ states FR1 FR2
@- docs/requirements.md
# Requirements

## FR1: Login

The lamp.

## FR2: Out

It.
@@ states FR1.2.3 FR1.2.4
@- docs/requirements.md
# Requirements

- **FR1.2.3** The lamp shall burn.
- **FR1.2.4** It shall go off.
@@ states
@> doubted docs/requirements.md
@- docs/requirements.md
# Requirements

### Requirement 1: Burn

The lamp shall burn.

### Requirement 2: Off

It shall go off.
@@ states SYS-REQ-0001 SYS-REQ-0002
@- docs/requirements.md
# Requirements

- SYS-REQ-0001: a b
- SYS-REQ-0002: c d
@@ states LLR_12 LLR_13
@- docs/requirements.md
# Requirements

- **LLR_12**: a b
- **LLR_13**: c d
@@ states REQ-001 REQ-002
@- docs/requirements.md
# Requirements

- REQ-001 (Must): The lamp shall burn.
- REQ-002 (Must): It shall go off.
@@ states REQ-001 REQ-002
@- docs/requirements.md
# Requirements

- (REQ-001) The lamp shall burn.
- (REQ-002) It shall go off.
@@ states
@> doubted docs/requirements.md
@- docs/requirements.md
# Requirements

<h3 id="REQ-001">REQ-001 Burn</h3>

The lamp shall burn.

<h3 id="REQ-002">REQ-002 Burn</h3>

It shall go off.

@@ states REQ-002
@> doubted docs/requirements.md
@- docs/requirements.md
# Requirements

| REQ-001 | The lamp shall burn. |
|---|---|
| REQ-002 | It shall go off. |
@@ states REQ-001 REQ-002
@- docs/requirements.md
# Requirements

- ✅ **REQ-001**: The lamp shall burn.
- ✅ **REQ-002**: It shall go off.
@@ states REQ-001 REQ-002
@- docs/requirements.md
# Requirements

- **REQ-001:** The lamp shall burn.
- **REQ-002:** It shall go off.
@@ states REQ-001 REQ-001.1 REQ-001.2 REQ-002
@- docs/requirements.md
# Requirements

- **REQ-001** The lamp shall burn.
  - **REQ-001.1** At once.
  - **REQ-001.2** Long.
- **REQ-002** It shall go off.
@@ states
@> doubted docs/requirements.md
@- docs/requirements.md
# Requirements

- The lamp shall burn. (**REQ-001**)
- It shall go off. (**REQ-002**)
@@ states
@> doubted docs/requirements.md
@- docs/requirements.md
# Requirements

- The lamp shall burn. [REQ-001]
- It shall go off. [REQ-002]
@@ states
@> doubted docs/requirements.md
@- docs/requirements.md
# Requirements

| ID | User story | Priority |
|---|---|---|
| US-1 | As a keeper I want light | M |
| US-2 | As a sailor I see | S |
@@ states REQ-001 REQ-002
@> gone REQ-002
@- docs/requirements.md
# Requirements

- **REQ-001**: The lamp shall burn.
- ~~**REQ-002**: It shall go off.~~ (removed)
@@ states REQ-001 REQ-002
@> doubted docs/requirements.adoc
@- docs/requirements.adoc
= Requirements

[[REQ-001]]
=== REQ-001 Burn

The lamp shall burn.

=== REQ-002 Off

It.
@@ states REQ-001 REQ-002
@- docs/requirements.adoc
= Requirements

REQ-001:: The lamp shall burn.
REQ-002:: It shall go off.
@@ states
@> doubted docs/requirements.rst
@- docs/requirements.rst
Requirements
============

.. _REQ-001:

REQ-001 Burn
------------

The lamp.

REQ-002 Off
-----------

It.
@@ states
@> doubted docs/requirements.rst
@- docs/requirements.rst
Requirements
============

* **REQ-001**: The lamp shall burn.
* **REQ-002**: It shall go off.
"""


@table("case", written_cases(STATING))
def test_what_forms_state(case: Case) -> None:
    check_stated(case)
