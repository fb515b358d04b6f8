"""Images of charts that have no objects: another program draws them, the extra `frieze[drawing]`.

`render_chart` runs it. `cleaning` writes its SVG anew, of what `allowlist` knows: with the look that its `stylesheet`
gives, and with text in place of `html_labels`.
"""
