#!/usr/bin/env node
// Starts the command. A Node.js that is too old for the sandbox can read this file, and prints a sentence instead of a syntax
// error. So this file has no syntax newer than Node.js 12, and no static import.
'use strict'

const NEEDED = { major: 22, minor: 18 }

const [major, minor] = process.versions.node.split('.').map(Number)
if (major > NEEDED.major || (major === NEEDED.major && minor >= NEEDED.minor)) start()
else {
  const remedy = 'npm install --save-dev node@24 brings it to npm scripts and npx'
  process.stderr.write(
    `error: the sandbox needs Node.js ${NEEDED.major}.${NEEDED.minor} or newer, and this is ${process.versions.node}: ${remedy}\n`,
  )
  process.exitCode = 2
}

function start() {
  // Node.js keeps compiled code in temporary files, so that the next start takes a third less time. It keeps only code that is
  // loaded after this call, so the import comes after it.
  require('node:module').enableCompileCache()
  // package.json says which file #main is: TypeScript in the repository, JavaScript in the package.
  void import('#main')
}
