# ruff: noqa: E501  # a question and its answer on a line
"""Questions about three public repositories, with the sections that answer them: sixty, and fifteen that were written
later, before anybody had seen how they rank.

The questions are our own, in the words of somebody who has not read the page. An answer is a path, with an anchor where
one section answers; several answers are separated by blanks.
"""

OPENTELEMETRY = "open-telemetry/opentelemetry-specification"
MATERIAL = "squidfunk/mkdocs-material"
RFCS = "rust-lang/rfcs"

_S = "specification/"
_ENV = f"{_S}configuration/sdk-environment-variables.md"

QUESTIONS: dict[str, tuple[tuple[str, str], ...]] = {
    OPENTELEMETRY: (
        ("which environment variable turns the SDK off", f"{_ENV}#general-sdk-configuration"),
        ("what is done when an environment variable is set but empty", f"{_ENV}#parsing-empty-value"),
        ("how many attributes may a span have by default", f"{_ENV}#span-limits {_ENV}#attribute-limits"),
        ("which values make a boolean setting true", f"{_ENV}#boolean"),
        ("how do I choose which exporter is used for traces", f"{_ENV}#exporter-selection"),
        ("must an exporter try again after a temporary failure", f"{_S}protocol/exporter.md#retry"),
        (
            "how is the URL for a signal built from the base endpoint",
            f"{_S}protocol/exporter.md#endpoint-urls-for-otlphttp",
        ),
        (
            "can I send extra headers with every export request",
            f"{_S}protocol/exporter.md#specifying-headers-via-environment-variables",
        ),
        (
            "may the library throw exceptions into the application",
            f"{_S}error-handling.md#basic-error-handling-principles {_S}error-handling.md#guidance",
        ),
        (
            "what wins when two resources have the same attribute key",
            f"{_S}resource/sdk.md#merge {_S}resource/sdk.md#merge-behavior-without-entities",
        ),
        ("what happens to baggage when the same name is set twice", f"{_S}baggage/api.md#conflict-resolution"),
        (
            "which number stands for a fatal log severity",
            f"{_S}logs/data-model.md#field-severitynumber {_S}logs/data-model.md#displaying-severity",
        ),
        ("how can severities of two log systems be compared", f"{_S}logs/data-model.md#comparing-severity"),
        (
            "what does a span do when no SDK is installed",
            f"{_S}trace/api.md#behavior-of-the-api-in-the-absence-of-an-installed-sdk",
        ),
        ("is it allowed to change the name of a span later", f"{_S}trace/api.md#updatename"),
        ("sampler that follows the decision of the parent span", f"{_S}trace/sdk.md#parentbased"),
        (
            "in which bucket of a histogram does a value on the boundary fall",
            f"{_S}metrics/data-model.md#histogram-bucket-inclusivity",
        ),
        ("how are counters of Prometheus converted", f"{_S}compatibility/prometheus_and_openmetrics.md#counters"),
        (
            "how long is a major version of the API supported",
            f"{_S}versioning-and-stability.md#api-support {_S}versioning-and-stability.md#long-term-support",
        ),
        (
            "use an environment variable inside the YAML configuration file",
            f"{_S}configuration/data-model.md#environment-variable-substitution",
        ),
    ),
    MATERIAL: (
        (
            "how do I switch automatically between light and dark mode",
            "docs/setup/changing-the-colors.md#automatic-light-dark-mode docs/setup/changing-the-colors.md#automatic-light--dark-mode docs/setup/changing-the-colors.md#system-preference",
        ),
        ("keep fonts from being loaded from Google", "docs/setup/changing-the-fonts.md#autoloading"),
        ("show the time it takes to read a post", "docs/setup/setting-up-a-blog.md#setting-the-reading-time"),
        ("keep a post at the top of the list", "docs/setup/setting-up-a-blog.md#pinning-a-post"),
        ("leave a page out of the search results", "docs/setup/setting-up-site-search.md#search-exclusion"),
        ("make one page rank higher when people search", "docs/setup/setting-up-site-search.md#search-boosting"),
        ("ask visitors whether a page was helpful", "docs/setup/setting-up-site-analytics.md#was-this-page-helpful"),
        ("put my own company picture in the header", "docs/setup/changing-the-logo-and-icons.md#logo"),
        (
            "warn readers of an outdated version of the documentation",
            "docs/setup/setting-up-versioning.md#version-warning",
        ),
        (
            "remove the hint that the site was made with this theme",
            "docs/setup/setting-up-the-footer.md#generator-notice",
        ),
        ("links to social networks at the bottom of the page", "docs/setup/setting-up-the-footer.md#social-links"),
        (
            "banner above the header that readers can dismiss",
            "docs/setup/setting-up-the-header.md#announcement-bar docs/setup/setting-up-the-header.md#mark-as-read",
        ),
        ("button that brings the reader back up", "docs/setup/setting-up-navigation.md#back-to-top-button"),
        (
            "folder in the navigation that has a page of its own",
            "docs/setup/setting-up-navigation.md#section-index-pages",
        ),
        (
            "deploy the site with GitHub Actions",
            "docs/publishing-your-site.md#with-github-actions docs/publishing-your-site.md#github-pages",
        ),
        ("add my own stylesheet", "docs/customization.md#additional-css"),
        ("box with a warning that can be folded", "docs/reference/admonitions.md#collapsible-blocks"),
        ("emphasise certain lines in a listing", "docs/reference/code-blocks.md#highlighting-specific-lines"),
        ("let readers order a table by clicking a column", "docs/reference/data-tables.md#sortable-tables"),
        ("different picture for dark mode", "docs/reference/images.md#light-and-dark-mode"),
    ),
    RFCS: (
        ("question mark operator for propagating errors", "text/0243-trait-based-exception-handling.md"),
        ("main function that returns a result", "text/1937-ques-in-main.md"),
        ("may the compiler reject identifiers in Cyrillic letters", "text/2457-non-ascii-idents.md"),
        ("values that must not move in memory", "text/2349-pin.md"),
        ("how does async await desugar into a state machine", "text/2394-async_await.md"),
        ("wrapper that keeps a value from being dropped", "text/1860-manually-drop.md"),
        ("name a trait for a set of bounds", "text/1733-trait-alias.md"),
        ("values as type parameters, such as the length of an array", "text/2000-const-generics.md"),
        ("types that depend on lifetimes inside traits", "text/1598-generic_associated_types.md"),
        ("is an unsafe function body an unsafe block", "text/2585-unsafe-block-in-unsafe-fn.md"),
        ("variables directly inside of format strings", "text/2795-format-args-implicit-identifiers.md"),
        ("dependencies that several packages of a workspace share", "text/2906-cargo-workspace-deduplicate.md"),
        ("minimum version of the compiler that a package supports", "text/2495-min-rust-version.md"),
        ("leave the function early if a pattern does not match", "text/3137-let-else.md"),
        ("edition that may break old code without splitting the ecosystem", "text/2052-epochs.md"),
        (
            "two-phase borrows so that a vector can be asked for its length while pushing",
            "text/2025-nested-method-calls.md",
        ),
        ("borrows that end before the end of the scope", "text/2094-nll.md"),
        (
            "return a type without naming it, only its trait",
            "text/1522-conservative-impl-trait.md text/1951-expand-impl-trait.md",
        ),
        ("sealed package registry tokens kept by another program", "text/2730-cargo-token-from-process.md"),
        ("single file programs with a manifest inside", "text/3502-cargo-script.md"),
    ),
}

KEPT_BACK: dict[str, tuple[tuple[str, str], ...]] = {
    OPENTELEMETRY: (
        (
            "limit on how many different attribute sets a metric may have",
            "specification/metrics/sdk.md#cardinality-limits",
        ),
        (
            "two instruments with the same name in one meter",
            "specification/metrics/sdk.md#duplicate-instrument-registration",
        ),
        (
            "can shutting down block the application while data is flushed",
            "specification/performance.md#shutdown-and-explicit-flushing-could-block",
        ),
        ("combine several propagators into one", "specification/context/api-propagators.md#composite-propagator"),
        (
            "difference between manual and automatic instrumentation",
            "specification/glossary.md#automatic-instrumentation specification/glossary.md#manual-instrumentation",
        ),
    ),
    MATERIAL: (
        ("add comments of readers below a page", "docs/setup/adding-a-comment-system.md"),
        ("copy the content of a code listing to the clipboard", "docs/reference/code-blocks.md#code-copy-button"),
        (
            "let readers use the documentation without a web server",
            "docs/setup/building-for-offline-usage.md docs/plugins/offline.md",
        ),
        ("show when a page was last changed", "docs/setup/adding-a-git-repository.md#document-dates"),
        ("write from right to left", "docs/setup/changing-the-language.md#directionality"),
    ),
    RFCS: (
        ("loop that evaluates to a value", "text/1624-loop-break-value.md"),
        ("use a keyword as the name of a variable", "text/2151-raw-identifiers.md"),
        ("print an expression with its source line while debugging", "text/2361-dbg-macro.md"),
        ("memory shared by several fields of different types", "text/1444-union.md"),
        ("type of an expression that never returns", "text/1216-bang-type.md"),
    ),
}
