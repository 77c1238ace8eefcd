# The service with what it needs to run, and nothing else: docker build -t linesman .
FROM node:20-slim AS build
WORKDIR /linesman
COPY . .
# The packages as they are published.
RUN npm ci && npm run pack -- --no-build --to /packed

FROM node:20-slim
WORKDIR /linesman
COPY --from=build /packed /tmp/packed
RUN npm init --yes > /dev/null && npm install --omit=dev /tmp/packed/*.tgz && rm -r /tmp/packed
USER node
WORKDIR /home/node
ENTRYPOINT ["node", "/linesman/node_modules/@linesman/cli/bin/linesman.js"]
