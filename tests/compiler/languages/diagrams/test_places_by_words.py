"""Diagrams of pages by where people write them."""

from tests.compiler.languages.diagrams.drawn_pages import check_diagrams
from tests.compiler.languages.written_cases import Case, written_cases
from tests.compiler.tables import table

DIAGRAMS = r"""
@@ p.md
@> flowchart 2 1
@- docs/p.md
```mermaid
flowchart LR
  a[One] --> b[Two]
```
@@ p.md
@> flowchart 2 1
@- docs/p.md
~~~mermaid
flowchart LR
  a[One] --> b[Two]
~~~
@@ p.md
@> flowchart 2 1
@- docs/p.md
````mermaid
flowchart LR
  a[One] --> b[Two]
````
@@ p.md
@> flowchart 2 1
@- docs/p.md
``` mermaid
flowchart LR
  a[One] --> b[Two]
```
@@ p.md
@> flowchart 2 1
@- docs/p.md
```Mermaid
flowchart LR
  a[One] --> b[Two]
```
@@ p.md
@> flowchart 2 1
@- docs/p.md
```mermaid title="x" {#id .c}
flowchart LR
  a[One] --> b[Two]
```
@@ p.md
@> flowchart 2 1
@- docs/p.md
```{mermaid}
flowchart LR
  a[One] --> b[Two]
```
@@ p.md
@> flowchart 2 1
@- docs/p.md
```{.mermaid}
flowchart LR
  a[One] --> b[Two]
```
@@ p.md
@- docs/p.md
```mermaid-example
flowchart LR
  a[One] --> b[Two]
```
@@ p.md
@- docs/p.md
```mmd
flowchart LR
  a[One] --> b[Two]
```
@@ p.md
@> flowchart 2 1
@- docs/p.md
> ```mermaid
> flowchart LR
>   a[One] --> b[Two]
> ```
@@ p.md
@> flowchart 2 1
@- docs/p.md
- item

  ```mermaid
  flowchart LR
    a[One] --> b[Two]
  ```
@@ p.md
@> flowchart 2 1
@- docs/p.md
1. item
   ```mermaid
   flowchart LR
     a[One] --> b[Two]
   ```
@@ p.md
@> flowchart 2 1
@- docs/p.md
> [!NOTE]
> ```mermaid
> flowchart LR
>   a[One] --> b[Two]
> ```
@@ p.md
@> flowchart 2 1
@- docs/p.md
!!! note

    ```mermaid
    flowchart LR
      a[One] --> b[Two]
    ```
@@ p.md
@> flowchart 2 1
@- docs/p.md
??? note "x"
    ```mermaid
    flowchart LR
      a[One] --> b[Two]
    ```
@@ p.md
@> flowchart 2 1
@- docs/p.md
=== "Tab"

    ```mermaid
    flowchart LR
      a[One] --> b[Two]
    ```
@@ p.md
@> flowchart 2 1
@- docs/p.md
:::mermaid
flowchart LR
  a[One] --> b[Two]
:::
@@ p.md
@> flowchart 2 1
@- docs/p.md
::: mermaid
flowchart LR
  a[One] --> b[Two]
:::
@@ p.md
@> flowchart 2 1
@- docs/p.md
:::tip
```mermaid
flowchart LR
  a[One] --> b[Two]
```
:::
@@ p.md
@> flowchart 2 1
@- docs/p.md
<div class="mermaid">
flowchart LR
  a[One] --> b[Two]
</div>
@@ p.md
@> flowchart 2 1
@- docs/p.md
<pre class="mermaid">
flowchart LR
  a[One] --&gt; b[Two]
</pre>
@@ p.md
@> flowchart 2 1
@- docs/p.md
<details>
<summary>x</summary>

```mermaid
flowchart LR
  a[One] --> b[Two]
```

</details>
@@ p.md
@- docs/p.md
<details>
```mermaid
flowchart LR
  a[One] --> b[Two]
```
</details>
@@ p.md
@> flowchart 2 1
@- docs/p.md
```mermaid
flowchart LR
  a[One] --> b[Two]
@@ p.md
@- docs/p.md
    ```mermaid
    flowchart LR
      a[One] --> b[Two]
    ```
@@ p.md
@- docs/p.md
<!--
```mermaid
flowchart LR
  a[One] --> b[Two]
```
-->
@@ p.md
@- docs/p.md
````md
```mermaid
flowchart LR
  a[One] --> b[Two]
```
````
@@ p.md
@> flowchart 2 1
@- docs/p.md
text
```mermaid
flowchart LR
  a[One] --> b[Two]
```
text
@@ p.mdx
@> flowchart 2 1
@- docs/p.mdx
import X from 'x'

<Tabs>
  <TabItem>
    ```mermaid
    flowchart LR
      a[One] --> b[Two]
    ```
  </TabItem>
</Tabs>
@@ p.mdx
@> flowchart 2 1
@- docs/p.mdx
<Mermaid chart={`
flowchart LR
  a[One] --> b[Two]
`} />
@@ p.mdx
@- docs/p.mdx
{/*
```mermaid
flowchart LR
  a[One] --> b[Two]
```
*/}
@@ p.md
@> flowchart 2 1
@- docs/p.md
{{< mermaid >}}
flowchart LR
  a[One] --> b[Two]
{{< /mermaid >}}
@@ p.md
@> flowchart 2 1
@- docs/p.md
{% mermaid %}
flowchart LR
  a[One] --> b[Two]
{% endmermaid %}
@@ p.rst
@> flowchart 2 1
@- docs/p.rst
P
=

.. mermaid::

   flowchart LR
     a[One] --> b[Two]
@@ p.adoc
@> flowchart 2 1
@- docs/p.adoc
= P

[mermaid]
----
flowchart LR
  a[One] --> b[Two]
----
@@ p.md
@> flowchart 2 1
@- docs/p.md
```mermaid
%% hi
%%{init: {'theme':'dark'}}%%
flowchart LR
  a[One] --> b[Two]
```
@@ p.md
@> flowchart 2 1
@- docs/p.md
```mermaid
---
title: T
config:
  theme: base
---
flowchart LR
  a[One] --> b[Two]
```
@@ p.md
@> unknown 0 0
@- docs/p.md
```mermaid
```
@@ p.md
@> flowchart 0 0
@- docs/p.md
```mermaid
graph TD
```
@@ p.md
@> flowchart 2 1
@- docs/p.md
```mermaid


   flowchart TD
   A-->B
```
@@ p.md
@> flowchart 2 1
@> sequence 2 1
@- docs/p.md
---
t: x
---

```mermaid
flowchart LR
  a[One] --> b[Two]
```

```mermaid
sequenceDiagram
 A->>B: x
```
@@ p.md
@- docs/p.md
| a |
|---|
| ```mermaid graph TD; A-->B``` |
@@ p.html
@- docs/p.html
<pre class="mermaid">
flowchart LR
  a[One] --> b[Two]
</pre>
@@ p.ipynb
@- docs/p.ipynb
{"cells":[{"cell_type":"markdown","source":["```mermaid\n","graph TD\n","A-->B\n","```"]}],"nbformat":4}
@@ p.qmd
@> flowchart 2 1
@- docs/p.qmd
```{mermaid}
%%| label: fig-x
flowchart LR
  a[One] --> b[Two]
```
@@ p.md
@> flowchart 2 1
@- docs/p.md
```{mermaid}
:caption: x

flowchart LR
  a[One] --> b[Two]
```
@@ p.md
@- docs/p.md
```{eval-rst}
.. mermaid::

   flowchart LR
     a[One] --> b[Two]
```
"""


@table("case", written_cases(DIAGRAMS))
def test_diagrams_by_their_places(case: Case) -> None:
    check_diagrams(case)
