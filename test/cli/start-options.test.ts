// Which options and variables become which settings.

import { delimiter } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { parseStart } from '../support/command.ts'

afterEach(() => {
  vi.unstubAllEnvs()
})

test.each([
  ['a default gives way to a variable', [], { EPHEMERAL: '1' }, { ephemeral: true }],
  ['an option wins over a variable', ['--ephemeral'], { DATA: '/data' }, { ephemeral: true }],
  ['an option wins over a variable', ['--data', 'foo'], { EPHEMERAL: '1' }, { data: 'foo' }],
])('%s: %j %j', (_title, args, variables, expected) => {
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(`PETSTORE_SANDBOX_${name}`, String(value))
  const { ephemeral, data } = parseStart(args) ?? {}
  expect({ ...(ephemeral !== undefined && { ephemeral }), ...(data !== undefined && { data }) }).toEqual(expected)
})

test('a certificate by option wins over a name by variable', () => {
  vi.stubEnv('PETSTORE_SANDBOX_TLS_NAME', 'petstore')
  expect(parseStart([])).toMatchObject({ tlsName: ['petstore'] })
  const options = parseStart(['--tls-cert', 'a.pem', '--tls-key', 'b.pem'])
  expect(options).toMatchObject({ tlsCert: 'a.pem', tlsKey: 'b.pem' })
  expect(options).not.toHaveProperty('tlsName')
})

test('only a variable is split into several values', () => {
  vi.stubEnv('PETSTORE_SANDBOX_KEY', ' free:a  pro:b')
  vi.stubEnv('PETSTORE_SANDBOX_SCENARIOS', ['', 'a b', 'c'].join(delimiter))
  expect(parseStart([])).toMatchObject({ key: ['free:a', 'pro:b'], scenarios: ['a b', 'c'] })
  const given = { key: ['free:a b'], scenarios: [`a${delimiter}b`, 'c'] }
  expect(parseStart(['--key', 'free:a b', '--scenarios', `a${delimiter}b`, '--scenarios', 'c'])).toMatchObject(given)
})

test('a value becomes a number if it is one, and stays a text otherwise', () => {
  const args = ['--seed', '7', '--size', '9007199254740993', '--ban-for', '2.5', '--ban-after', '1e3', '--max-worlds', '-1', '-p', ' 5']
  const numbers = { seed: 7, size: 9007199254740993n, banFor: 2.5, maxWorlds: -1 }
  expect(parseStart(args)).toMatchObject({ ...numbers, banAfter: '1e3', port: ' 5' })
})
