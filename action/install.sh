#!/usr/bin/env bash
# Installs the dependencies of the sandbox into the folder of this action, unless they are there.
set -euo pipefail
cd "$(dirname "$0")/.."

# npm writes this file at the end of an installation that succeeds.
if [ -e node_modules/.package-lock.json ]; then
  echo 'The sandbox is installed already.'
  exit 0
fi
npm ci --omit=dev --no-audit --no-fund
