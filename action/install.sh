#!/usr/bin/env bash
# Installs the dependencies of the sandbox into the folder of this action, unless they are there.
set -euo pipefail
cd "$(dirname "$0")/.."

if [ -e node_modules/.bin/node ]; then
  echo 'The sandbox is installed already.'
  exit 0
fi
npm ci --omit=dev --no-audit --no-fund
