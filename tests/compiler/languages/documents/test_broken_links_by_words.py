"""Links of pages without a site by what people write, some of them broken."""

from tests.compiler.languages.documents.page_trees import check_links
from tests.compiler.languages.written_cases import Case, written_cases
from tests.compiler.tables import table

LINKS = r"""
@@ 1 broken
@> docs/setup.md
@- docs/page.md
[a](setup.md#first-steps-2)
@@ 1 broken
@> docs/setup.md
@- docs/page.md
[a](setup.md#html_id_gone)
@@ 1 broken
@- docs/page.md
![l](img/gone.png)
@@ 1 broken
@> docs/setup.md
@- docs/page.md
[![l](img/gone.png)](setup.md)
@@ 1 broken
@- docs/page.md
[a](notes.md)
@@ 1 broken
@- docs/page.md
[a](Setup.md)
@@ 1 broken
@> docs/setup.md
@- docs/page.md
| a | b |
|---|---|
| [s](setup.md) | `x|y` [g](gone.md) |
@@ 2 broken
@> docs/setup.md
@- docs/page.md
[a](setup.md) [b](setup.md) [c](gone.md) [d](gone.md)
@@ 1 broken
@> docs/setup.md
@- docs/page.md
<a href="setup.md">s</a> <img src='img/logo.png' width=3> <a href="gone.md">g</a>
@@ 1 broken
@> docs/setup.md
@- docs/page.md
<div align="center">
<a href="./setup.md"><img src="img/gone.png"></a>
</div>
@@ 1 broken
@> docs/guide/README.md | docs/setup.md
@- docs/page.md
- [ ] [a](setup.md)
  > [b](gone.md)

1. x

   [c](guide/README.md)
@@ 1 broken
@> docs/page.md#here
@- docs/page.md
[a](#here) [b](#gone) [c](#)

## Here
@@ 1 broken
@> docs/setup.md
@- docs/page.md
[a](setup.md)[b](gone.md)
[c]:gone2.md
[d]( setup.md )
@@ 2 broken
@> docs/index.md | docs/setup.md
@- README.md
[a](docs/) [b](docs) [c](docs/setup.md) [d](./src) [e](src/gone) [f](.github/workflows/ci.yml)
@@ 1 broken
@- README.md
[a](../../issues) [b](../../wiki/Home) [c](../../releases/latest) [d](issues/3)
@@ 1 broken
@> README.md#getting-on
@- README.md
- [Getting on](#getting-on)
- [Off](#off)

## Getting on

x
@@ 1 broken
@> README.md#api | README.md#api-1
@- README.md
[a](#api) [b](#api-1) [c](#api-2)

## API

## API

@@ 1 broken
@> README.md#getting-on
@- README.md
[x](#user-content-getting-on) [y](#getting-on-)

## Getting on!

## Getting on :boat:
@@ 1 broken
@> docs/setup.md
@- docs/page.md
Term
: Def [a](setup.md)

*[HTML]: [gone](gone.md)
@@ 2 broken
@- docs/page.md
$$
[a](gone.md)
$$

$x [b](gone.md) y$
@@ 1 broken
@> docs/setup.md
@- docs/page.md
[a](<setup.md>) [b](setup.md "t" ) [c](./setup.md) [d](../docs/setup.md) [e](docs/setup.md)
@@ 1 broken
@> docs/setup.md
@- docs/page.md
[1]: setup.md
[2]: <gone.md>

See [1] and [2] and [3].
@@ 1 broken
@> docs/setup.md
@- docs/page.md
func[i](arg.md) arr[0](x) `a`[b](setup.md) dict[key](value)
@@ 1 broken
@- docs/page.md
fn: `Promise`[string](see.md); see [RFC](https://x/y.md) [local](C:\x\y.md) [u](\\srv\x.md)
@@ 2 broken
@> docs/setup.md#first-steps
@- docs/page.md
[a](setup.md#first-steps)
[b](SETUP.MD)
[c](./Setup.md#First-Steps)
@@ 2 broken
@> docs/index.md
@- docs/page.md
[v](../CHANGELOG.md) [w](../LICENSE.md) [x](../src/) [y](..) [z](.)
@@ 1 broken
@> docs/setup.md
@- docs/page.md
[a](setup.md#L3-L5) [b](../src/main.py#L99999) [c](../src/main.py#foo) [d](../src/gone.py#L1)
@@ 2 broken
@- docs/page.md
[a](TODO) [b](#todo) [c](TBD.md) [d](link) [e](url) [f](path/to/file.md) [g](<your-file>.md) [h](xxx)
@@ 2 broken
@- docs/page.md
> **Warning**
> [a](gone.md)

***
[b](gone2.md)
***
@@ 1 broken
@> docs/guide/README.md | docs/setup.md
@- docs/page.md
[Reference][ref-a], [ref-b][], [Ref-C]

[REF-A]: setup.md
[ref-b]: <guide/README.md>
  'Title'
[ref-c]:
  gone.md
@@ 1 broken
@> docs/setup.md
@- docs/tests/page.md
[a](../gone.md) [b](../setup.md)
@@ 1 broken
@> docs/setup.md | docs/setup.md#code--more
@- docs/page.md
[a](setup.md#a---b) [b](setup.md#code-more)
@@ 1 broken
@> README.md#getting-on | docs/setup.md
@- docs/a/page.md
[a](../setup.md) [b](setup.md) [c](../../README.md#getting-on) [d](../a/page.md)
"""


@table("case", written_cases(LINKS))
def test_broken_links_of_a_page(case: Case) -> None:
    check_links(case)
