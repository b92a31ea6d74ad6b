// Numbers for Prometheus, line by line.

import { expect, test } from 'vitest'
import { createMetrics } from '../../src/record/metrics.ts'
import { createExchange, without } from '../support/exchanges.ts'

test('the numbers of these exchanges are as in metrics.txt', async () => {
  const metrics = await createMetrics()
  const exchange = createExchange(1)
  const endAfter = (ms: number) => ({ closed: { ...exchange.arrived, monotonic: exchange.arrived.monotonic + ms } })
  for (const one of [
    exchange,
    { ...exchange, ...endAfter(5) },
    { ...exchange, ...endAfter(31_000), reply: { status: 500, headers: {}, body: { bytes: 0 } }, causes: [{ name: 'scenario' } as const] },
    without(['reply', 'operation', 'closed'], { ...exchange, causes: [] }),
  ])
    metrics.closed(one)
  let read = 6
  metrics.measure('worlds', 'Worlds in memory.', () => (read += 1))
  const text = await metrics.render()
  const own = text.split('\n').filter((line) => line.includes('petstore_sandbox_'))
  await expect(`${own.join('\n')}\n`).toMatchFileSnapshot('metrics.txt')
  expect(text).toMatch(/^nodejs_eventloop_lag_seconds /m)
})
