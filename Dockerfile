# The service as an image: `serve` unless another command is given (`work`, `migrate`, `operator …`). It needs
# DATABASE_URL and SECRETS_KEY, writes nothing to its disk, and runs as nobody in particular; docs/running.md and
# compose.yaml show how.
ARG NODE=24.21.0-bookworm-slim

FROM node:${NODE} AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# What is optional is a Node.js and a PostgreSQL of the project's own. Of Prisma's engines one is used.
RUN npm ci --omit=dev --omit=optional \
 && find node_modules/@prisma/client/runtime -type f ! -name 'client.*js' ! -name 'query_compiler_fast_bg.postgresql.*mjs' -delete

# The pages and the SDKs are built with all that developers have.
FROM node:${NODE} AS built
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN npm run build && rm -r generated/sdk/contract generated/sdk/python generated/sdk/typescript

FROM node:${NODE}
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000
COPY --from=packages /app/node_modules node_modules
COPY package.json ./
COPY prisma prisma
COPY --from=built /app/generated generated
COPY src src
USER 1000:1000
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/healthz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "--disable-warning=ExperimentalWarning", "src/main.ts"]
CMD ["serve"]
