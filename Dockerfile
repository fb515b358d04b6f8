# The server in an image: not root, nothing to write, no network. Mount the source read-only and name it:
#
#   docker build -t frieze .
#   docker run -i --rm --network none --read-only -v "$PWD:/src:ro" frieze /src

FROM python:3.11-slim AS build
WORKDIR /build
COPY pyproject.toml README.md LICENSE constraints.txt ./
COPY compiler compiler
COPY queries queries
COPY server server
RUN python -m venv /opt/frieze \
    && PIP_CONSTRAINT=/build/constraints.txt /opt/frieze/bin/python -m pip install --no-cache-dir .

FROM python:3.11-slim
LABEL io.modelcontextprotocol.server.name="io.github.frieze-dev/frieze"
COPY --from=build /opt/frieze /opt/frieze
# -P for every start: what lies in the mounted source is never taken for a module.
ENV PATH="/opt/frieze/bin:$PATH" PYTHONDONTWRITEBYTECODE=1 PYTHONSAFEPATH=1
USER 65532:65532
WORKDIR /src
ENTRYPOINT ["server"]
CMD ["/src"]
