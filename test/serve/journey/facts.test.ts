// Facts in the record that the report needs: places of mistakes, connections, stages, and when later calls pass a scenario.

import { expect, test } from 'vitest'
import { closedOf } from '../../support/caller.ts'
import { connectRaw, head } from '../../support/raw.ts'
import { start, startWithClient } from '../../support/sandbox.ts'

test('a violation and a warning name their place', async () => {
  const { sandbox, call } = await startWithClient()
  await call('/pets?limit=0&limt=1', { warned: true })
  expect(await closedOf(sandbox)).toMatchObject({
    violations: [{ code: 'invalid_parameter', in: 'query', place: 'limit' }],
    warnings: [{ code: 'unknown_parameter', in: 'query', place: 'limt' }],
  })
  await call('/pets', { method: 'POST', body: { categoryId: '1', 'a/b': 1 }, headers: { 'idempotency-key': 'x' }, warned: true })
  const { violations, warnings } = await closedOf(sandbox)
  expect(violations.map(({ in: where, place }) => [where, place])).toEqual([
    ['body', '/name'],
    ['body', '/categoryId'],
  ])
  expect(warnings.map(({ code, place }) => [code, place])).toEqual([
    ['unknown_field', '/a~1b'],
    ['unused_header', 'Idempotency-Key'],
  ])
  await call('/pets', { method: 'POST', body: '{"name"' })
  expect((await closedOf(sandbox)).violations).toMatchObject([{ code: 'malformed_json', in: 'body', place: '' }])
  await call('/pets', { headers: { prefer: 'code=200', 'sandbox-scenario': 'not-found' }, warned: true })
  expect((await closedOf(sandbox)).warnings).toEqual([
    { code: 'undocumented_status', message: 'listPets does not document 404: the contract does not promise this reply' },
  ])
})

test('an exchange has the number of its connection, and its own number on the connection', async () => {
  const sandbox = await start()
  const hanging = [connectRaw(sandbox.origin), connectRaw(sandbox.origin)]
  for (const client of hanging) client.send(`${head('GET', '/~hang/v1/pets')}\r\n`)
  await expect.poll(async () => (await sandbox.world('w1').requests.list()).length).toBe(2)
  const other = connectRaw(sandbox.origin)
  other.send(`${head('GET', '/v1/pets')}User-Agent: other/1\r\nConnection: close\r\n\r\n`)
  await other.ended
  for (const client of hanging) client.socket.destroy()
  await expect.poll(async () => (await sandbox.world('w1').requests.list()).every(({ closed }) => closed)).toBe(true)
  const last = connectRaw(sandbox.origin)
  last.send(`${head('GET', '/v1/pets')}\r\n${head('GET', '/v1/pets')}Connection: close\r\n\r\n`)
  await last.ended
  const exchanges = await sandbox.world('w1').requests.list()
  const ids = exchanges.map(({ connection }) => connection.id)
  // The control API has connections too.
  expect(ids).toEqual(ids.toSorted((a, b) => a - b))
  expect(ids.map((id, at) => ids.indexOf(id) === at)).toEqual([true, true, true, true, false])
  expect(exchanges.map(({ connection }) => connection.use)).toEqual([1, 1, 1, 1, 2])
})

test('the revision counts changes of data, limits, choices and scenarios, and a clock that is set; a session begins with 0', async () => {
  const { sandbox, call } = await startWithClient()
  const world = sandbox.world('w1')
  const stageNow = async () => {
    await call('/pets')
    return (await closedOf(sandbox)).revision
  }
  const stages = [await stageNow()]
  await world.scenarios.put([{ name: 'new-fields' }])
  stages.push(await stageNow())
  await world.clock.set({ now: '2031-01-01T00:00:00Z' })
  stages.push(await stageNow())
  await world.clock.advance(5)
  stages.push(await stageNow())
  await world.assumptions.put({ ban: 'never' })
  stages.push(await stageNow())
  await world.limits.set('enterprise', { remaining: 5 })
  await expect(world.scenarios.put([{ name: 'no-such' }])).rejects.toThrow()
  stages.push(await stageNow())
  await world.data.patch('pets', 1, { status: 'sold' })
  stages.push(await stageNow())
  await world.reset()
  stages.push(await stageNow())
  expect(stages).toEqual([0, 1, 2, 2, 3, 4, 5, 0])
})
