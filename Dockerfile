FROM python:3.13-slim-bookworm

ENV PYTHONUNBUFFERED=1 \
    PIP_NO_CACHE_DIR=1 \
    PIP_DISABLE_PIP_VERSION_CHECK=1 \
    PIP_ROOT_USER_ACTION=ignore

RUN useradd --create-home --uid 1000 kingmaker \
    && install --directory --owner=kingmaker --group=kingmaker /data /backups

WORKDIR /app
# The packages first: a change of the program then leaves this layer as it is.
COPY requirements-run.lock ./
RUN pip install --require-hashes -r requirements-run.lock

COPY pyproject.toml README.md LICENSE ./
COPY bot ./bot
COPY cogs ./cogs
COPY rendering ./rendering
COPY data ./data
RUN pip install --no-deps --no-build-isolation -e . \
    && python -m compileall -q bot cogs rendering

USER kingmaker
# All that the program writes lies in the volume; /app belongs to root and stays as it is.
ENV DATA_DIR=/data
VOLUME /data

# Healthy means connected: an established connection to port 443 of a remote host, where Discord's
# gateway listens. Remote port and state stand side by side in the kernel's table (01BB = 443).
HEALTHCHECK --interval=60s --timeout=5s --start-period=60s --retries=5 \
    CMD ["python", "-c", "import glob, sys; sys.exit(not any(':01BB 01 ' in line for name in glob.glob('/proc/net/tcp*') for line in open(name)))"]

ENTRYPOINT ["kingmaker"]
CMD ["run"]
