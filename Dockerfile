# Vitrine in a container: `docker compose up`, or see docs/production.md.

FROM node:24-trixie-slim AS build
WORKDIR /build
# Dependencies are installed before the sources are copied: a change of the sources reuses this layer.
COPY .npmrc package.json package-lock.json ./
COPY bench/package.json bench/
COPY e2e/package.json e2e/
COPY packages/client/package.json packages/client/
COPY packages/console/package.json packages/console/
COPY packages/contract/package.json packages/contract/
COPY packages/demo/package.json packages/demo/
COPY packages/player/package.json packages/player/
COPY packages/server/package.json packages/server/
COPY packages/widgets/package.json packages/widgets/
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY LICENSE tsconfig.base.json ./
COPY scripts scripts
COPY packages packages
# What the server reports as its version: --build-arg COMMIT=$(git rev-parse --short HEAD)
ARG COMMIT=""
RUN VITRINE_COMMIT=$COMMIT node scripts/build.mjs && rm -r dist/demo

FROM node:24-trixie-slim AS dependencies
WORKDIR /app
COPY --from=build /build/dist/package.json /build/dist/package-lock.json ./
# The database's sources and its binaries for other systems stay out of the image.
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund \
    && rm -rf node_modules/better-sqlite3/deps node_modules/better-sqlite3/src \
    && find node_modules/better-sqlite3/prebuilds -type f ! -name 'linux-*' -delete

FROM node:24-trixie-slim
ENV NODE_ENV=production DATA_DIR=/data
# Optional programs that convert slides and videos, and photograph web pages:
# TOOLS="ffmpeg libreoffice-impress chromium-headless-shell fonts-liberation".
ARG TOOLS=""
RUN if [ -n "$TOOLS" ]; then apt-get update && apt-get install --yes --no-install-recommends $TOOLS && rm -rf /var/lib/apt/lists/*; fi
WORKDIR /app
COPY --from=dependencies /app/node_modules node_modules
COPY --from=build /build/dist ./
# The server makes the folder private to its account.
RUN install -d -o node -g node /data
USER node
VOLUME /data
EXPOSE 8080 8081 8082
HEALTHCHECK --interval=15s --timeout=6s --start-period=60s CMD ["node", "server/health-check.js"]
CMD ["node", "--enable-source-maps", "--max-semi-space-size=16", "--heap-growing-percent=100", "server/main.js"]
