// What the handle uses of Node.js, as it was when this file was loaded. A test may replace `http.request` or the timers
// afterwards, for its client. The handle still reaches its sandbox.

import http from 'node:http'
import timers from 'node:timers'
import promises from 'node:timers/promises'

export const { request } = http
export const { setTimeout, clearTimeout } = timers
export const { setTimeout: sleep } = promises
/** Milliseconds on the clock that nobody sets. */
export const monotonic = performance.now.bind(performance)
