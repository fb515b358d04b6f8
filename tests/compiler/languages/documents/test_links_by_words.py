"""Links of pages without a site by what people write, none of them broken: where they lead."""

from tests.compiler.languages.documents.page_trees import check_links
from tests.compiler.languages.written_cases import Case, written_cases
from tests.compiler.tables import table

LINKS = r"""
@@ 0 broken
@> docs/setup.md#first-steps-1
@- docs/page.md
[a](setup.md#first-steps-1)
@@ 0 broken
@> docs/setup.md#1-install | docs/setup.md#code--more | docs/setup.md#whats-new
@- docs/page.md
[a](setup.md#1-install) [b](setup.md#whats-new) [c](setup.md#code--more)
@@ 0 broken
@> docs/setup.md#-launch | docs/setup.md#über-uns
@- docs/page.md
[a](setup.md#-launch) [b](setup.md#%C3%BCber-uns) [c](setup.md#über-uns)
@@ 0 broken
@> docs/setup.md#own | docs/setup.md#setext-heading | docs/setup.md#日本語
@- docs/page.md
[a](setup.md#html-id) [b](setup.md#hand) [c](setup.md#setext-heading) [d](setup.md#日本語)
@@ 0 broken
@> docs/setup.md#a--b | docs/setup.md#foo_bar-baz | docs/setup.md#see-docs-now | docs/setup.md#v123
@- docs/page.md
[a](setup.md#a--b) [b](setup.md#see-docs-now) [c](setup.md#v123) [d](setup.md#foo_bar-baz)
@@ 0 broken
@> docs/setup.md
@- docs/page.md
[a][s] and [s][] and [s]

[s]: setup.md "Set up"
@@ 0 broken
@- docs/page.md
[a][nope] and [x] text [ ] box
@@ 0 broken
@> docs/My Page.md
@- docs/page.md
[a]

[a]: <My Page.md>
[unused]: gone.md
@@ 0 broken
@> docs/My Page.md | docs/My Page.md#part
@- docs/page.md
[a](My%20Page.md#part) [b](<My Page.md> 'title')
@@ 0 broken
@- docs/page.md
[a](My Page.md)
@@ 0 broken
@> docs/setup.md
@- docs/page.md
[a](setup.md 'The (big) setup') ![l](img/logo.png "Logo")
@@ 0 broken
@> docs/setup.md
@- docs/page.md
[![l](img/logo.png)](setup.md)
@@ 0 broken
@> docs/guide/README.md | docs/guide/README.md#steps
@- docs/page.md
[a](guide) [b](guide/) [c](guide/README.md#steps)
@@ 0 broken
@> docs/guide/README.md#steps
@- docs/page.md
[a](guide/#steps)
@@ 0 broken
@> README.md
@- docs/page.md
[a](../README.md) [b](../src/main.py#L2) [c](../src/main.py#L1-L2) [d](../LICENSE)
@@ 0 broken
@- docs/page.md
[a](../../README.md)
@@ 0 broken
@> README.md | docs/setup.md
@- docs/page.md
[a](/docs/setup.md) [b](/README.md)
@@ 0 broken
@- docs/page.md
[a](/docs/gone.md)
@@ 0 broken
@> docs/setup.md
@- docs/page.md
[a](setup.md?plain=1#L3)
@@ 0 broken
@- docs/page.md
<setup.md> <https://x.example/setup.md> <mailto:a@b.example>
@@ 0 broken
@- docs/page.md
https://github.com/crew/boats/blob/main/docs/setup.md
@@ 0 broken
@- docs/page.md
`[a](gone.md)` and ``[b](gone2.md)`` \[c](gone3.md)
@@ 0 broken
@- docs/page.md
```md
[a](gone.md)
```

    [b](gone.md)

<!-- [c](gone.md)
[d](gone.md) -->
@@ 0 broken
@> docs/setup.md
@- docs/page.md
| a |
|---|
| [[setup\|Set up]] |
@@ 0 broken
@> docs/My Page.md | docs/setup.md | docs/setup.md#1-install | docs/setup.md#whats-new
@- docs/page.md
[[setup]] [[setup#What's new?]] [[My Page|mine]] ![[logo.png]] ![[setup#1. Install]]
@@ 0 broken
@> docs/page.md#here | docs/setup.md
@- docs/page.md
[[setup#^block1]] [[#Here]]

## Here
@@ 0 broken
@> docs/setup.md
@- docs/page.md
Text[^1] and[^gone].

[^1]: See [s](setup.md).
@@ 0 broken
@> docs/setup.md | docs/setup.md#code--more
@- docs/page.md
[a [b] c](setup.md) [d](setup.md#code--more
'title')
@@ 0 broken
@- docs/page.md
<picture><source srcset="img/logo.png"><img src="img/logo.png"></picture>
@@ 0 broken
@> docs/page.md#here
@- docs/page.md
[a](#top) [b](#Here)

## Here
@@ 0 broken
@> docs/setup.md
@- docs/page.md
[a](./setup.md#) [b](setup.md#L10) [c](setup.md:12)
@@ 0 broken
@- docs/page.md
[a](file:///etc/x) [b](ftp://x/y) [c](javascript:void(0)) [d](tel:+1) [e](data:text/plain,x)
@@ 0 broken
@- docs/page.md
[a](//cdn.example/setup.md) [b](www.example.com) [c](example.com/page)
@@ 0 broken
@> docs/setup.md#own
@- docs/page.md
[a](setup.md\#own) [b](img\logo.png)
@@ 0 broken
@> docs/setup.md#own
@- docs/page.md
[a](setup.md#custom-own)
@@ 0 broken
@> docs/index.md | docs/setup.md
@- docs/page.md
[a](setup.html) [b](setup) [c](index.html)
@@ 0 broken
@> docs/setup.md
@- docs/page.md
---
title: x
related: "[[setup]]"
link: ./setup.md
source: gone.md
---

Text.
@@ 0 broken
@- docs/page.md
See docs/setup.md, `docs/setup.md` and src/main.py:2
@@ 0 broken
@> docs/setup.md
@- docs/page.md
[a]: setup.md
[A]: gone.md

[a] [A]
@@ 0 broken
@- docs/page.md
[foo]: setup.md trailing words

[foo]
@@ 0 broken
@> docs/setup.md
@- docs/page.md
[link
text](setup.md) [x](
setup.md
)
@@ 0 broken
@> docs/setup.md
@- docs/page.md
\![a](setup.md) !\[b](gone.md) [c\](gone.md) [d](setup.md\)
@@ 0 broken
@> README.md#-features | README.md#faq | README.md#whats-inside | README.md#️-config
@- README.md
[a](#-features) [b](#whats-inside) [c](#️-config) [d](#faq)

## ✨ Features

## What's inside?

## ⚙️ Config

### FAQ
@@ 0 broken
@> README.md#usage-1
@- README.md
[a](#usage-1)

## Usage

## Usage 1
@@ 0 broken
@> docs/setup.md
@- docs/page.md
<details>
<summary>x</summary>

[a](setup.md)

</details>

<p>[b](gone.md)</p>
@@ 0 broken
@> docs/setup.md
@- docs/page.md
<p>
[b](gone.md)
</p>

<center>

[c](setup.md)

</center>
@@ 0 broken
@> docs/setup.md
@- docs/page.md
{{< ref "setup.md" >}} {% link x.md %} {{ link('setup.md') }} <%= link_to 'x', 'y.md' %>
@@ 0 broken
@> docs/guide/README.md | docs/setup.md | docs/setup.md#über-uns
@- docs/page.md
[a](setup.md)). [b](setup.md#über-uns). [c](setup.md). (see [d](guide/README.md))
@@ 0 broken
@- docs/page.md
[^1]: setup.md

See [^1].
@@ 0 broken
@- docs/page.md
[Note]: this is just text
[x]: setup.md

[Note] [x]
@@ 0 broken
@- docs/page.md
[a](./img/logo.png?raw=true) [b](img/logo.png#gh-dark-mode-only) [c](../../../blob/main/README.md)
[d](../../tree/main/src)
@@ 0 broken
@> docs/guide/README.md
@- docs/page.md
[a](setup.md

broken para) [b](setup.md [c](guide/README.md)
@@ 0 broken
@- docs/page.md
<img src="img/logo.png" /><img alt='x' src=img/gone.png><video src="gone.mp4"></video>
@@ 0 broken
@- tests/page.md
[a](../gone.md)
@@ 0 broken
@- docs/guide/README.md
[a folder of folders](../raw)
"""


@table("case", written_cases(LINKS))
def test_right_links_of_a_page(case: Case) -> None:
    check_links(case)
