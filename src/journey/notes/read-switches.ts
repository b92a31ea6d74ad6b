// Notes what the switches say of the request itself, whoever will answer: the test that it belongs to, and what is
// wrong with the base URL. Which scenario they ask for is read where it is played.

import type { Exchange } from '../../exchange.ts'
import { parseCaseHeader } from '../../scenarios/switches.ts'

export function noteSwitches() {
  return function noteSwitches(exchange: Exchange): void {
    const { headers, switches } = exchange.request
    const header = headers['sandbox-case']
    const { testCase, fault } = header === undefined ? {} : parseCaseHeader(String(header))
    if (testCase) exchange.testCase = testCase
    const found = switches.fault ?? fault
    if (found !== undefined) exchange.switchFault = found
  }
}
