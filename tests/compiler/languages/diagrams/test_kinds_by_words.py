"""Diagrams of pages by what people write in them: how many nodes and edges, or messages, they have."""

from tests.compiler.languages.diagrams.drawn_pages import check_diagrams
from tests.compiler.languages.written_cases import Case, written_cases
from tests.compiler.tables import table

DIAGRAMS = r"""
@@ p.md
@> flowchart 3 2
@- docs/p.md
```mermaid
graph TD;A-->B;B-->C;
```
@@ p.md
@> flowchart 4 4
@- docs/p.md
```mermaid
graph TD
 A & B --> C & D
```
@@ p.md
@> flowchart 5 4
@- docs/p.md
```mermaid
graph TD
 A --> B --> C -.-> D ==> E
```
@@ p.md
@> flowchart 6 5
@- docs/p.md
```mermaid
graph TD
 A -- text --> B
 A -->|t2| C
 A == t3 ==> D
 A -. t4 .-> E
 A ~~~ F
```
@@ p.md
@> flowchart 12 11
@- docs/p.md
```mermaid
graph TD
 A(r) --> B([s]) --> C[[u]] --> D[(db)] --> E((c)) --> F>x]
 F --> G{d} --> H{{h}} --> I[/p/] --> J[\q\] --> K[/t\] --> L(((dd)))
```
@@ p.md
@> flowchart 2 1
@- docs/p.md
```mermaid
graph TD
 A@{ shape: cyl, label: "DB" } --> B@{shape: doc}
```
@@ p.md
@> flowchart 5 3
@- docs/p.md
```mermaid
graph TD
 subgraph one [Title 1]
 A-->B
 end
 subgraph two
 direction LR
 C
 end
 one --> two
 B-->C
```
@@ p.md
@> flowchart 3 2
@- docs/p.md
```mermaid
graph TD
 A["quoted (x) [y]"] --> B["`**md** text`"]
 A --> C[a<br/>b]
```
@@ p.md
@> flowchart 3 1
@- docs/p.md
```mermaid
graph TD
 A["#quot;x#quot; #35;1"]
 Ü[Größe] --> 日本[語]
```
@@ p.md
@> flowchart 3 2
@- docs/p.md
```mermaid
graph TD
 A --> B
 click A "https://x.example" _blank
 click B callback "tip"
 style A fill:#f9f
 classDef x fill:#fff
 class A,B x
 C:::x --> A
 linkStyle 0 stroke:red
```
@@ p.md
@> flowchart 8 7
@- docs/p.md
```mermaid
graph TD
 A --- B
 A --o C
 A --x D
 A <--> E
 A o--o F
 A ---> G
 A ----> H
```
@@ p.md
@> flowchart 3 2
@- docs/p.md
```mermaid
graph TD
 A --> end1[End]
 A --> B[end]
```
@@ p.md
@> flowchart 2 1
@- docs/p.md
```mermaid
graph TD
 A e1@--> B
 e1@{ animate: true }
```
@@ p.md
@> flowchart 2 1
@- docs/p.md
```mermaid
flowchart TD
 A[Text with
 newline] --> B
```
@@ p.md
@> flowchart 1 0
@- docs/p.md
```mermaid
flowchart TD
 A[foo (bar)] --> B
```
@@ p.md
@> flowchart 2 1
@- docs/p.md
```mermaid
flowchart TD
 A --> B %% trailing
 %% A --> C
```
@@ p.md
@> flowchart 2 1
@- docs/p.md
```mermaid
flowchart TD
 A-->B-->
```
@@ p.md
@> flowchart 2 2
@- docs/p.md
```mermaid
flowchart
  A-->B


  B-->A
```
@@ p.md
@> sequence 2 4
@- docs/p.md
```mermaid
sequenceDiagram
 participant A as Alice
 actor B
 A->>B: Hi
 B-->>A: Yo; there
 A-)B: async
 A-xB: lost
 Note over A,B: n
```
@@ p.md
@> sequence 3 4
@- docs/p.md
```mermaid
sequenceDiagram
 autonumber
 A->>+B: x
 loop Every
  B->>-A: y
 end
 alt ok
 A->>B: z
 else no
 A->>C: w
 end
```
@@ p.md
@> sequence 2 5
@- docs/p.md
```mermaid
sequenceDiagram
 box Blue Team
 participant A
 end
 create participant D
 A->>D: make
 destroy D
 D-xA: bye
 rect rgb(0,1,2)
 A->>A: self
 end
 par p
 A->>A: s
 and q
 A->>A: t
 end
```
@@ p.md
@> sequence 4 2
@- docs/p.md
```mermaid
sequenceDiagram
 Alice Smith->>Bob: hi
 A->>B:
```
@@ p.md
@> class 5 2
@- docs/p.md
```mermaid
classDiagram
 class Animal {
 +int age
 +eat() bool
 }
 Animal <|-- Duck
 Animal "1" *-- "many" Leg : has
 class Box~T~
 Box : +T item
 <<interface>> Box
 namespace N {
 class Z
 }
 note for Duck "quack"
```
@@ p.md
@> state 9 7
@- docs/p.md
```mermaid
stateDiagram-v2
 [*] --> S1
 S1 --> S2 : go
 state S2 {
 [*] --> a
 a --> [*]
 }
 state "Long name" as L
 S2 --> L
 L --> [*]
 state f <<fork>>
 S1 --> f
 note right of S1 : n
```
@@ p.md
@> er 4 2
@- docs/p.md
```mermaid
erDiagram
 CUSTOMER ||--o{ ORDER : places
 CUSTOMER {
 string name PK "c"
 int age
 }
 ORDER }|..|{ "LINE ITEM" : has
 p[Person] {
 string x
 }
```
@@ p.md
@> other 0 0
@- docs/p.md
```mermaid
pie title P
 "a" : 10
```
@@ p.md
@> gantt 2 1
@- docs/p.md
```mermaid
gantt
 title G
 dateFormat YYYY-MM-DD
 section S
 A :a1, 2024-01-01, 3d
 B :after a1, 2d
```
@@ p.md
@> mindmap 4 3
@- docs/p.md
```mermaid
mindmap
  root((R))
    A
      B
    C
```
@@ p.md
@> gitgraph 3 3
@- docs/p.md
```mermaid
gitGraph
 commit
 branch d
 commit
 checkout main
 merge d
```
@@ p.md
@> c4 2 1
@- docs/p.md
```mermaid
C4Context
 Person(a, "A")
 System(b, "B")
 Rel(a, b, "uses")
```
@@ p.md
@> flowchart 2 1
@- docs/p.md
```mermaid
graphh TD
 A-->B
```
"""


@table("case", written_cases(DIAGRAMS))
def test_diagrams_by_their_kinds(case: Case) -> None:
    check_diagrams(case)
