# A release names its base by digest (`base-image.txt` beside its notes); this tag gets all updates.
ARG BASE=python:3.13-slim-bookworm
FROM ${BASE}

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
    && python -m compileall -q bot cogs rendering \
    && kingmaker prepare

USER kingmaker
# All that the program writes lies in the volume; /app belongs to root and stays as it is.
ENV DATA_DIR=/data
VOLUME /data

# Healthy means: Discord hears the bot, what is to be told gets out, and the program comes round to
# say so. It notes that every five seconds; a trouble shows within a minute of its beginning.
ENV HEALTH_FILE=/tmp/kingmaker-health
HEALTHCHECK --interval=5s --timeout=5s --start-period=120s --retries=1 \
    CMD ["python", "-m", "bot.watch.check"]

ENTRYPOINT ["kingmaker"]
CMD ["run"]
