# The server in an image: not root, nothing to write, no network. Mount the source read-only and name it:
#
#   docker build -t frieze .
#   docker run -i --rm --network none --read-only -v "$PWD:/src:ro" frieze /src
#
# A volume at /cache (-v frieze-cache:/cache) makes later starts faster, and changes no answer.

FROM python:3.11-slim AS build
WORKDIR /build
COPY pyproject.toml setup.py README.md LICENSE constraints.txt ./
COPY compiler compiler
COPY queries queries
COPY server server
COPY docs/diagnostics docs/diagnostics
# The environment is made without pip: what runs installs nothing. Who mounts a repository trusts it: it belongs to a user
# of the host, which is never the user of the image.
RUN mkdir /cache \
    && printf '[safe]\n\tdirectory = *\n' > /etc/gitconfig \
    && python -m venv --without-pip /opt/frieze \
    && PIP_CONSTRAINT=/build/constraints.txt python -m pip --python /opt/frieze/bin/python install --no-cache-dir .

FROM python:3.11-slim
LABEL io.modelcontextprotocol.server.name="io.github.frieze-dev/frieze"
COPY --from=build /opt/frieze /opt/frieze
COPY --from=build /etc/gitconfig /etc/gitconfig
# A volume that is mounted there for the first time gets its owner from here.
COPY --from=build --chown=65532:65532 /cache /cache
# The cache is never below the home of whoever runs this: some engines say that it is the working directory, the source.
# Nor are settings of git read there. -P for every start: what lies in the mounted source is never taken for a module.
ENV PATH="/opt/frieze/bin:$PATH" XDG_CACHE_HOME=/cache GIT_CONFIG_GLOBAL=/dev/null
ENV PYTHONDONTWRITEBYTECODE=1 PYTHONSAFEPATH=1
USER 65532:65532
WORKDIR /src
ENTRYPOINT ["server"]
CMD ["/src"]
