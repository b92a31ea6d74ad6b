# The sandbox as a container: port 4010, worlds in /data, not root. Runs with a read-only root file system.
FROM node:24-slim AS build
WORKDIR /build
COPY package.json package-lock.json tsconfig.json ./
RUN npm ci --no-audit --no-fund
COPY spec ./spec
COPY build ./build
COPY src ./src
RUN npm run build && rm -rf dist/types

FROM node:24-slim
WORKDIR /app
COPY package.json LICENSE ./
COPY spec ./spec
COPY fixtures ./fixtures
COPY scenarios ./scenarios
COPY --from=build /build/dist ./dist
RUN mkdir /data && chown node:node /data
USER node
ENV PETSTORE_SANDBOX_HOST=0.0.0.0 PETSTORE_SANDBOX_DATA=/data
EXPOSE 4010
VOLUME /data
HEALTHCHECK --interval=5s --timeout=4s --start-period=5s --retries=3 CMD ["node", "/app/dist/main.js", "health", "--container"]
# By itself Node.js lets what is young grow to 128 MB, for a rate that CI has no need of.
ENTRYPOINT ["node", "--max-semi-space-size=16", "/app/dist/main.js"]
