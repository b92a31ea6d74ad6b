// A server that answers at once, but computes for 8 ms in every 100 ms. A garbage collector delays replies in the same way.
//
//   node bench/load/pausing-server.js PORT

import { createServer } from 'node:http'

const PAUSE_MS = 8
const EVERY_MS = 100

setInterval(() => {
  const end = performance.now() + PAUSE_MS
  while (performance.now() < end);
}, EVERY_MS)

createServer((_request, response) => response.end('{"id":7}')).listen(Number(process.argv[2]), '127.0.0.1')
