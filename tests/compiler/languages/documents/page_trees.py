"""Small trees of pages and of sites, and a check of the links of one more page in them."""

from tests.compiler.languages.querying import ask
from tests.compiler.languages.written_cases import Case, written_cases

TREES = r"""
@@ tree
@- README.md
# Boats

## Getting on

Step.
@- docs/index.md
# Docs

Hi.
@- docs/raw/deep/cloth.bin
Nothing reads it.
@- docs/setup.md
# Setup

## First steps

a

## First steps

b

## 1. Install

c

## What's new?

d

## `code` & more

e

## 🚀 Launch

f

## Über uns

g

## Custom {#own}

h

<a id="html-id"></a>

## foo_bar baz

i

## A — B

j

## See [Docs](index.md) **now**

k

## v1.2.3

l

Setext Heading
--------------

m

<h3 id="hand">By hand</h3>

## 日本語

n
@- docs/guide/README.md
# Guide

## Steps

Text.
@- docs/My Page.md
# Mine

## Part
@- docs/img/logo.png
x
@- docs/Notes.md
# Notes
@- src/main.py
x = 1
y = 2
@- LICENSE
MIT
@@ mkdocs
@- mkdocs.yml
site_name: Boats
site_url: https://boats.example/
repo_url: https://github.com/crew/boats
@@ docusaurus
@- docusaurus.config.js
module.exports={title:'B',url:'https://boats.example',baseUrl:'/',presets:[['classic',{docs:{routeBasePath:'docs'}}]]};
@- package.json
{"name":"b","dependencies":{"@docusaurus/core":"3"}}
@@ vitepress
@- docs/.vitepress/config.ts
export default {title:'B'}
@- package.json
{"name":"b","devDependencies":{"vitepress":"1"}}
@@ mdbook
@- book.toml
[book]
title='B'
src='docs'
@- docs/SUMMARY.md
# Summary

- [Docs](index.md)
- [Setup](setup.md)
- [Page](page.md)
- [Guide](guide/README.md)
- [M](<My Page.md>)
@@ sphinx
@- docs/conf.py
extensions=['myst_parser']
myst_heading_anchors=3
@@ gitbook
@- .gitbook.yaml
root: ./docs/
@@ jekyll
@- docs/_config.yml
title: B
plugins: [jekyll-relative-links]
@- docs/_posts/2024-05-01-knots.md
Knots.
@@ hugo
@- hugo.toml
title='B'
baseURL='https://boats.example/'
@- content/_index.md
---
title: B
---
# B
@- content/docs/setup.md
---
title: Setup
---
## First steps

## 1. Install
@- content/docs/_index.md
---
title: Docs
---
@- content/docs/knots/index.md
---
title: K
---
## Bow
@- content/docs/knots/rope.png
x
@- static/img/sail.png
x
@@ vault
@- .obsidian/app.json
{}
@- n/Ropes.md
---
aliases: [Cords, Big Lines]
---
# All ropes

## Thin & thick

text ^blk

### Sub
@- n/img/logo.png
x
@- n/a/Dup.md
x
@- n/b/Dup.md
y
@- n/Canvas.canvas
{}
@- n/book.pdf
x
@@ star
@- astro.config.mjs
import starlight from '@astrojs/starlight';
export default {integrations:[starlight({title:'B'})]}
@- package.json
{"dependencies":{"astro":"4","@astrojs/starlight":"0.2"}}
@- src/content/docs/setup.md
---
title: Setup
---
## First steps
@- src/content/docs/guides/knots.mdx
---
title: Knots
---
## Bow
@- src/content/docs/index.mdx
---
title: B
---
@@ docu
@- website/docusaurus.config.ts
export default {title:'B',url:'https://boats.example',baseUrl:'/'};
@- website/docs/01-intro.md
---
id: start
slug: /begin
---
# Intro

## Step {#step-one}
@- website/docs/02-ropes/index.md
# Ropes
@- website/docs/02-ropes/_partial.mdx
part
@- website/docs/02-ropes/01-thin.md
# Thin
@- website/static/img/x.png
x
@- website/blog/2024-01-02-hello.md
# Hello
@@ docu2
@- docusaurus.config.js
module.exports = {
  url: 'https://boats.example',
  presets: [['classic', {docs: {routeBasePath: '/'}}]],
};
@- docs/old/other.md
# O
@- docs/sails.md
# S
@- docs/new/first.md
# F
@- docs/new/second.md
# S
@- docs/new/third.md
# T
@@ rst
@- docs/conf.py
project='B'
@- docs/index.rst
B
=

.. toctree::

   setup
   gone
@- docs/setup.rst
.. _setup-top:

Setup
=====

First steps
-----------

x

.. _my-fig:

.. figure:: img/a.png

   Cap
@- docs/img/a.png
x
@@ antora
@- antora.yml
name: boats
version: '1'
nav: [modules/ROOT/nav.adoc]
@- modules/ROOT/pages/index.adoc
= B

== First steps

[[own]]
== Own
@- modules/ROOT/pages/sub/knots.adoc
= Knots
@- modules/ROOT/nav.adoc
* xref:index.adoc[]
@- modules/ropes/pages/thin.adoc
= Thin
"""
_FILES = {case.head: case.files for case in written_cases(TREES)}


def check_links(case: Case) -> None:
    """Check how many links of a page are broken, and where the others lead: `2 broken mkdocs` names the site."""
    broken, _, site = case.head.partition(" broken")
    ((page, text),) = case.files.items()
    is_whole = text.startswith("---") or page.endswith((".rst", ".adoc"))
    files = {**_FILES["tree"], **_FILES.get(site.strip(), {}), page: text if is_whole else f"# Page\n\n{text}"}
    links = ask(files, "SELECT DISTINCT target FROM link WHERE kind = 'links_to' AND file = ? AND NOT dangling", page)
    findings = ask(files, "SELECT code FROM diagnostic WHERE file = ? AND code IN ('DOC201', 'DOC202')", page)
    targets = [target for line in case.expected for target in line.split(" | ")]
    assert sorted(target.removeprefix("f:") for (target,) in links) == targets
    assert len(findings) == int(broken)
