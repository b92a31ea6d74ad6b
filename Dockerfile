# The sandbox as a container: port 4010, worlds in /data, not root. Runs with a read-only root file system.
FROM node:24-slim AS build
WORKDIR /build
COPY package.json package-lock.json ./
# The image has its Node.js already, so nothing is fetched by an install script.
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN npm run build

FROM node:24-slim
COPY --from=build /build/dist/package /app
COPY deploy/health.sh /app/health.sh
RUN mkdir /data && chown node:node /data
USER node
# The worlds are in the folder `data` of the working directory. A variable that says so would contradict
# PETSTORE_SANDBOX_EPHEMERAL=true.
WORKDIR /
ENV PETSTORE_SANDBOX_HOST=0.0.0.0
EXPOSE 4010
VOLUME /data
HEALTHCHECK --interval=5s --timeout=8s --start-period=5s --retries=3 CMD ["bash", "/app/health.sh"]
# By itself Node.js 24 lets the young generation of its heap grow to 128 MB. That buys a rate which CI does not need. With one size
# from the beginning, the memory does not grow with the load.
ENTRYPOINT ["node", "--min-semi-space-size=16", "--max-semi-space-size=16", "/app/bin/petstore-sandbox.cjs"]
