#!/usr/bin/env node
// The door of the command. Versions of Node.js that are too old for the sandbox can still read this file, so they get
// a sentence instead of a syntax error. No syntax newer than Node.js 12 here, and no static import.
'use strict'

const NEEDED = { major: 22, minor: 18 }

const [major, minor] = process.versions.node.split('.').map(Number)
if (major > NEEDED.major || (major === NEEDED.major && minor >= NEEDED.minor)) start()
else {
  process.stderr.write(`error: the sandbox needs Node.js ${NEEDED.major}.${NEEDED.minor} or newer, and this is ${process.versions.node}\n`)
  process.exitCode = 2
}

function start() {
  // Node.js keeps what it compiles among temporary files, so that the next start takes a third less time. It keeps only
  // what is loaded after this call, so the rest is loaded here and not above.
  require('node:module').enableCompileCache()
  // The manifest says where it is: TypeScript in the repository, JavaScript in the package.
  void import('#main')
}
