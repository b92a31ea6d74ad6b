// What the handle uses of Node.js, as it was when this file was loaded. A test may replace `http.request` or the timers
// afterwards, for its client. The handle still reaches its sandbox.

import http, { Agent } from 'node:http'
import { Socket } from 'node:net'
import promises from 'node:timers/promises'

export const { request } = http
const { connect } = Socket.prototype

/** Libraries that intercept HTTP replace the way in which a socket connects. */
export class OwnAgent extends Agent {
  override createConnection(options: object, done: () => void): Socket {
    return Reflect.apply(connect, new Socket(), [options, done])
  }
}

export const { setTimeout: sleep } = promises
/** Milliseconds on the clock that nobody sets. */
export const monotonic = performance.now.bind(performance)
