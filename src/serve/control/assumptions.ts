// Calls about assumptions: the list, and the choices for one world.

import { othersIn, readChoices } from '../../contract/assumptions.ts'
import { messageOf, Problem } from '../../ground/problem.ts'
import { type Call, changeWorld, deleteInWorld, readWorld } from './call.ts'

export const listAssumptions: Call = ({ parts }) => parts.contract.assumptions

export const getChoices: Call = (request) =>
  readWorld(request, ({ session }) => othersIn(session.choices, request.parts.contract.assumptions))

export const putChoices: Call = (request) => {
  const { assumptions } = request.parts.contract
  const choices = othersIn(read(request.body, assumptions), assumptions)
  return changeWorld(request, 'assumptions', ({ session }) => {
    session.choices = choices
    session.revision += 1
    return choices
  })
}

/** The world takes the choices of the start again. */
export const deleteChoices: Call = (request) =>
  deleteInWorld(request, 'assumptions', ({ session }) => {
    const { assumptions } = request.parts.contract
    session.choices = othersIn(Object.fromEntries(assumptions.map(({ id, choice }) => [id, choice])), assumptions)
    session.revision += 1
  })

function read(body: unknown, assumptions: Parameters<typeof readChoices>[1]) {
  try {
    return readChoices(body as Readonly<Record<string, string>>, assumptions)
  } catch (error) {
    throw new Problem('invalid_value', messageOf(error))
  }
}
