// Numbers for Prometheus. This file is the door of prom-client, which is loaded only with --metrics.

import type { Exchange } from '../ground/generated/control.ts'

export type Metrics = Awaited<ReturnType<typeof createMetrics>>

const PREFIX = 'petstore_sandbox_'
/** In seconds: from a reply from memory to a reply that a scenario delays. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5, 30]

export async function createMetrics() {
  const { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } = (await import('prom-client')).default
  const register = new Registry()
  // The delay of the event loop, memory and processor time.
  collectDefaultMetrics({ register })
  const requests = new Counter({
    name: `${PREFIX}requests_total`,
    help: 'Requests by operation, status and cause. A reply that a fault left out has no status.',
    labelNames: ['operation', 'status', 'cause'],
    registers: [register],
  })
  const seconds = new Histogram({
    name: `${PREFIX}request_seconds`,
    help: 'Time from the arrival of a request to the end of its reply.',
    labelNames: ['operation'],
    buckets: BUCKETS,
    registers: [register],
  })
  return {
    closed({ operation = 'none', reply, causes: [cause], arrived, closed = arrived }: Exchange): void {
      requests.inc({ operation, status: reply?.status ?? '', cause: cause?.name ?? '' })
      seconds.observe({ operation }, (closed.monotonic - arrived.monotonic) / 1000)
    },
    /** Measures a number whenever somebody reads the metrics. */
    measure(name: string, help: string, read: () => number): void {
      new Gauge({
        name: PREFIX + name,
        help,
        registers: [register],
        collect() {
          this.set(read())
        },
      })
    },
    render: () => register.metrics(),
  }
}
