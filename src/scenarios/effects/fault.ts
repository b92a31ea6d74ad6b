// Breaks the connection or the body of a reply, as src/scenarios/faults.ts has it. Without `commit: before` the operation is not carried
// out, and its reply is the contract's example.

import { BODILESS } from '../../contract/reply.ts'
import type { Effect } from '../effect.ts'
import { faultFor, faults } from '../faults.ts'
import { exampleBody } from './respond.ts'

export const fault: Effect<'fault'> = {
  check(settings) {
    const { fault, commit } = settings
    const { takes, breaks } = faultFor(fault)
    const useless = (['gap', 'at'] as const).find((field) => field in settings && field !== takes)
    if (useless !== undefined) {
      const takers = Object.keys(faults).filter((name) => faultFor(name).takes === useless)
      return `${useless} works only with fault: ${takers.join(' or ')}`
    }
    if (commit === 'before' && breaks === 'request')
      return `commit: before does not work with ${fault}, because the request's body has not arrived`
  },
  prepare({ fault, gap = 0.05, at = 0.5 }, _scene, tools) {
    tools.fault = { ...faultFor(fault), name: fault, gap, at }
  },
  answer({ commit }, scene) {
    if (commit === 'before' || scene.operation === undefined) return undefined
    const success = [...scene.operation.responses.keys()].find((status) => status.startsWith('2')) ?? '200'
    const status = Number(success.replace('XX', '00'))
    return BODILESS.has(status) ? { status } : { status, body: exampleBody(scene, status) ?? {} }
  },
}
