# The service with what it needs to run, and nothing else: docker build -t linesman .
FROM node:20-slim AS build
WORKDIR /linesman
COPY . .
RUN npm ci && npm prune --omit=dev

FROM node:20-slim
WORKDIR /linesman
COPY --from=build /linesman/package.json ./
COPY --from=build /linesman/node_modules ./node_modules
COPY --from=build /linesman/dist ./dist
COPY --from=build /linesman/migrations/sql ./migrations/sql
COPY --from=build /linesman/programs/artifacts ./programs/artifacts
USER node
WORKDIR /home/node
ENTRYPOINT ["node", "/linesman/dist/cli/main.js"]
