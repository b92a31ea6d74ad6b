import { expect, test } from 'vitest'
import { parseRoute, type Route, renderRoute } from '../../src/console/route.ts'

const FIRST = ['requests', '', '']

/** Addresses, what each means, and how the page writes it when it writes it in another way. */
test.each<[address: string, route: string[], written?: string]>([
  ['/#requests', FIRST],
  ['/#requests/req_abc_1?q=status%3A4xx%20rex', ['requests', 'req_abc_1', 'status:4xx rex']],
  ['/#requests?q=a%26b%3Dc', ['requests', '', 'a&b=c']],
  ['/#worlds/w%2F3', ['worlds', 'w/3', '']],
  ['/#report/w3', ['report', 'w3', '']],
  ['/', FIRST, '/#requests'],
  ['/#nothing/x?q=y', FIRST, '/#requests'],
  ['/#compose', FIRST, '/#requests'],
  ['/#toString', FIRST, '/#requests'],
  ['/#requests/%E0%A4%A', ['requests', '\ufffd%A', ''], '/#requests/%EF%BF%BD%25A'],
])('%s', (address, [view, place, query], written = address) => {
  const route = parseRoute(new URL(address, 'http://127.0.0.1:4010'))
  expect(route).toEqual({ view, place, query })
  expect(renderRoute(route)).toBe(written)
  expect(renderRoute({ view: view as Route['view'] })).toBe(`/#${view}`)
})
