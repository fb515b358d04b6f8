"""Links of pages of sites and vaults by what people write: where they lead, and which are broken."""

from tests.compiler.languages.documents.page_trees import check_links
from tests.compiler.languages.written_cases import Case, written_cases
from tests.compiler.tables import table

LINKS = r"""
@@ 0 broken mkdocs
@> docs/setup.md
@- docs/page.md
https://github.com/crew/boats/blob/main/docs/setup.md and
[b](https://github.com/crew/boats/blob/v1.0/docs/gone.md)
@@ 0 broken mkdocs
@> docs/setup.md#1-install
@- docs/page.md
[a](https://boats.example/setup/#1-install)
@@ 0 broken mkdocs
@> docs/setup.md#-launch | docs/setup.md#a--b | docs/setup.md#code--more | docs/setup.md#first-steps-1
@> docs/setup.md#own | docs/setup.md#v123 | docs/setup.md#über-uns
@- docs/page.md
[a](setup.md#first-steps_1) [b](setup.md#code-more) [c](setup.md#launch) [d](setup.md#uber-uns)
[e](setup.md#own) [f](setup.md#a-b) [g](setup.md#v123)
@@ 1 broken mkdocs
@> docs/setup.md
@- docs/page.md
!!! note "Ropes"
    Of hemp.

    Long [a](setup.md).

        [code](gone.md)

    - one [b](missing.md)
@@ 3 broken gitbook
@> docs/setup.md
@- docs/page.md
[a](broken-reference) [b](broken-reference/) [c](setup.md#id-1.-install) [d](setup.md#id-1-install) [e](setup.md#nope)
@@ 1 broken mkdocs
@> docs/setup.md
@- docs/page.md
[a](setup.md#install)
@@ 1 broken mkdocs
@> README.md | docs/setup.md
@- docs/page.md
[a](../setup/) [b](gone.md) [c](../README.md)
@@ 0 broken docusaurus
@> docs/setup.md | docs/setup.md#first-steps-1 | docs/setup.md#own
@- docs/page.md
[a](./setup.md#first-steps-1) [b](/docs/setup#own) [c](setup) [d](@site/docs/setup.md) [e](pathname:///x)
@@ 2 broken docusaurus
@> docs/setup.md | docs/setup.md#own
@- docs/sub/page.md
[a](../setup.md#custom) [b](@site/docs/gone.md) [c](@site/docs/setup.md#own)
@@ 1 broken docusaurus
@> docs/setup.md
@- docs/page.mdx
import X from './x';

<Link to="/docs/setup">s</Link> {/* [g](gone.md) */} [a](./gone.md)
@@ 0 broken vitepress
@> docs/guide/README.md | docs/setup.md#-launch | docs/setup.md#1-install | docs/setup.md#whats-new
@> docs/setup.md#über-uns
@- docs/page.md
[a](./setup#_1-install) [b](/setup.html#what-s-new) [c](/guide/) [d](setup.md#uber-uns) [e](setup#🚀-launch)
@@ 1 broken vitepress
@> docs/setup.md#-launch
@- docs/page.md
# Page

[a](#nope) [b](setup#launch)

::: tip Ropes
Are of hemp.
:::
@@ 1 broken vitepress
@> docs/setup.md
@- docs/page.md
[a](/img/logo.png) [b](./gone) [c](setup#nope)
@@ 1 broken mdbook
@> docs/guide/README.md | docs/setup.md#1-install | docs/setup.md#own
@- docs/page.md
[a](setup.html#1-install) [b](guide/index.html) [c](guide/) [d](./setup.md#own) [e](gone.md) [f](guide/index.md)
@@ 0 broken sphinx
@> docs/page.md#label | docs/setup.md | docs/setup.md#whats-new
@- docs/page.md
[a](setup.md#what-s-new) [b](setup.md#whats-new) {doc}`setup` {ref}`lbl` [c](#lbl)

(lbl)=
## Label
@@ 0 broken sphinx
@> docs/setup.md
@- docs/page.rst
Page
====

:doc:`setup` `s <setup.md>`_ `g <gone.rst>`_ :ref:`gone-label` :doc:`/gone`
@@ 0 broken sphinx
@> docs/setup.md#setext-heading
@- docs/page.rst
:ref:`Setext Heading` :ref:`setext-heading` :ref:`Stern line`
@@ 0 broken sphinx
@> docs/page.rst#page
@- docs/page.rst
Page
====

See :term:`ropes <Rope>`, :term:`bow line` and :term:`gone`.

.. glossary::
   :sorted:

   Rope
      Of hemp.
  Unlike twine.

   Bow line : knot
      Holds.
@@ 0 broken sphinx
@> docs/page.md#words
@- docs/page.md
## Words

A {term}`rope`.

```{glossary}
Rope
  Of hemp.
```
@@ 0 broken jekyll
@> docs/setup.md | docs/setup.md#first-steps-1
@- docs/page.md
[a](setup.md#install) [b](setup.html) [c]({{ site.baseurl }}/setup.html) [d]({% link setup.md %})
[e](setup.md#first-steps-1)
@@ 0 broken jekyll
@> docs/_posts/2024-05-01-knots.md | docs/setup.md
@- docs/page.md
[a]({% post_url 2024-05-01-knots %}) [b]({{ site.url }}{{ site.baseurl }}/setup.html)
@@ 0 broken hugo
@> content/docs/knots/index.md | content/docs/knots/index.md#bow | content/docs/setup.md
@> content/docs/setup.md#first-steps
@- content/docs/page.md
[a]({{< ref "setup.md#first-steps" >}}) [b]({{% relref "knots" %}}) [c](../setup/) [d](/docs/knots/#bow)
@@ 0 broken hugo
@> content/docs/knots/index.md | content/docs/setup.md
@- content/docs/page.md
[Knots][] and [set up][setup], [more][api], [even](/docs/{{< param version >}}/more/).

[api]: /docs/{{< param version >}}/api
[setup]: ../setup/
[Knots]: ../knots/
@@ 0 broken hugo
@> content/docs/setup.md
@- content/docs/page.md
[a]({{< ref "gone.md" >}}) ![s](/img/sail.png) [b](setup.md) [c](setup)
@@ 1 broken hugo
@- content/docs/knots/index.md
![r](rope.png) ![g](gone.png)

{{< figure src="rope.png" >}}

## Bow
@@ 1 broken hugo
@> content/docs/setup.md | content/docs/setup.md#1-install
@- content/docs/page.md
[a](setup.md#1-install) [b](setup.md#install)
@@ 0 broken vault
@> n/Ropes.md
@- n/page.md
[[Ropes]] [[ropes]] [[Cords]] [[Big Lines|lines]] [[n/Ropes]] [[Ropes.md]]
@@ 0 broken vault
@> n/Ropes.md | n/Ropes.md#sub | n/Ropes.md#thin--thick | n/page.md#here
@- n/page.md
[[Ropes#Thin & thick]] [[Ropes#Thin & thick#Sub]] [[Ropes#^blk]] [[#Here]] [[Ropes#Nope]]

## Here
@@ 0 broken vault
@> n/Ropes.md#sub
@- n/page.md
![[logo.png]] ![[logo.png|200]] ![[book.pdf#page=3]] ![[img/logo.png]] [[Canvas.canvas]] ![[Ropes#Sub]]
@@ 0 broken vault
@- n/page.md
[[New idea]] [[Another one|x]]
@@ 0 broken vault
@> n/a/Dup.md | n/b/Dup.md
@- n/a/page.md
[[Dup]] [[b/Dup]]
@@ 0 broken vault
@> n/Ropes.md | n/Ropes.md#thin--thick
@- n/page.md
[r](Ropes.md#Thin%20&%20thick) [c](<Ropes.md#Thin & thick>) [d](Ropes)
@@ 0 broken vault
@- n/page.md
`[[Gone]]` and ```
[[Gone2]]
``` %%[[Gone3]]%% \[\[Gone4]]

%%
[[Gone5]]
%%

```
[[Gone6]]
```
@@ 0 broken vault
@> n/Ropes.md
@- n/page.md
---
up: "[[Ropes]]"
related:
  - "[[Cords|c]]"
  - "[[Gone]]"
---
text
@@ 0 broken vault
@> n/Ropes.md
@- n/page.md
parent:: [[Ropes]]
- [x] do [[Ropes]] 📅 2024-01-02
| [[Ropes\|r]] | b |
|---|---|
> [!note] [[Ropes]]
#tag/x
@@ 0 broken star
@> src/content/docs/guides/knots.mdx#bow | src/content/docs/setup.md
@- src/content/docs/page.mdx
import { Card, LinkCard } from '@astrojs/starlight/components';

<LinkCard title="x" href="/setup/" />
[b](/guides/knots/#bow) [c](../setup) [d](/gone/)
@@ 0 broken star
@> src/content/docs/setup.md
@- src/content/docs/page.mdx
<a href={`/setup`}>x</a> <Card href={"/setup"} /> {/* [c](gone.md) */}

{/*
[d](gone.md)
*/}

<!-- [e](gone.md) -->
@@ 0 broken docu
@> website/docs/01-intro.md | website/docs/01-intro.md#step-one | website/docs/02-ropes/01-thin.md
@- website/docs/page.md
[a](./02-ropes/01-thin.md) [b](/docs/ropes/thin) [c](01-intro.md#step-one) [d](/docs/begin)
[e](/blog/2024/01/02/hello) [f](./ropes/thin)
@@ 0 broken docu
@> website/docs/02-ropes/index.md
@- website/docs/page.md
![x](/img/x.png) ![y](@site/static/img/x.png) ![z](/img/gone.png) [a](/docs/ropes)
@@ 0 broken docu
@> website/docs/02-ropes/_partial.mdx | website/docs/02-ropes/index.md
@- website/docs/page.mdx
import P from './02-ropes/_partial.mdx';
import Q from './gone.mdx';

<P/>

[a](./02-ropes)
@@ 0 broken docu
@> website/docs/01-intro.md
@- website/docs/page.md
[a]: ./01-intro.md

See [the intro][a] and ![img][b].

[b]: /img/x.png
@@ 0 broken rst
@> docs/setup.md | docs/setup.rst | docs/setup.rst#first-steps | docs/setup.rst#setup
@- docs/page.rst
Page
====

:ref:`setup-top` :ref:`t <my-fig>` :doc:`Setup <setup>` `x`_ :ref:`nolabel`

.. _x: setup.html

.. image:: img/gone.png

.. include:: setup.rst
@@ 0 broken rst
@> docs/page.rst#first-steps | docs/setup.rst
@- docs/page.rst
Page
====

:any:`setup` |sub| `Inline <https://x.example>`__ :download:`img/a.png` `First steps`_

First steps
-----------

.. |sub| image:: img/a.png
@@ 0 broken rst
@> docs/setup.rst
@- docs/index.rst
B
=

.. toctree::
   :maxdepth: 2

   Setup <setup>
   gone
   https://x.example
   self
@@ 0 broken antora
@> modules/ROOT/pages/index.adoc | modules/ROOT/pages/index.adoc#own | modules/ROOT/pages/page.adoc#own2
@> modules/ROOT/pages/sub/knots.adoc | modules/ropes/pages/thin.adoc
@- modules/ROOT/pages/page.adoc
= P

xref:index.adoc#own[o] xref:sub/knots.adoc[k] xref:ropes:thin.adoc[t] xref:gone.adoc[g] <<own2,x>> link:index.html[i]

[#own2]
== Own2
@@ 0 broken antora
@> modules/ROOT/pages/index.adoc | modules/ROOT/pages/sub/knots.adoc
@- modules/ROOT/pages/sub/page.adoc
= P

xref:knots.adoc[k] xref:./knots.adoc[k] xref:index.adoc[i] xref:1@boats:ROOT:index.adoc[j]

----
xref:gone.adoc[x]
----

// xref:gone.adoc[x]
@@ 0 broken docu2
@> docs/sails.md
@- docs/page.md
https://boats.example/sails https://boats.example/old/first
https://boats.example/old/second https://boats.example/old/third
"""


@table("case", written_cases(LINKS))
def test_links_of_a_page_of_a_site(case: Case) -> None:
    check_links(case)
