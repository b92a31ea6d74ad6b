// Reads choices of assumptions, and puts them into the contract. An unknown id or choice is refused with the likely spelling.

import type { Choices } from '../exchange/choices.ts'
import { findNearest } from '../text/nearest.ts'
import { show } from '../text/show.ts'
import type { Assumption } from './assumptions.ts'
import type { Contract } from './contract.ts'
import { isNode, type Node, rewrite } from './document.ts'

/** The first other choice of each assumption. */
export const CONTRARY = 'contrary'

/** Reads `{ order: 'shuffled' }`. Throws an Error for an unknown id or choice. */
export function readChoices(given: Readonly<Record<string, unknown>>, assumptions: readonly Assumption[]): Choices {
  const chosen = Object.entries(given).map(([id, choice]): [string, string] => {
    const assumption = assumptions.find((one) => one.id === id)
    const known = assumptions.map((one) => one.id)
    if (assumption === undefined) throw new Error(`${show(id)} is not an assumption${hint(id, known, 'assumptions')}`)
    const names = Object.keys(assumption.choices)
    if (!names.includes(String(choice)))
      throw new Error(`${id} must be ${names.join(' or ')}, got ${show(choice)}${near(String(choice), names)}`)
    return [id, String(choice)]
  })
  return Object.fromEntries(chosen)
}

/** Reads `order=shuffled`, with this separator, or `contrary`. */
export function parseChoices(texts: readonly string[], separator: string, assumptions: readonly Assumption[]): Choices {
  const given = texts.flatMap((text) => {
    if (text === CONTRARY) return Object.entries(contraryOf(assumptions))
    const at = text.indexOf(separator)
    if (at === -1) throw new Error(`${show(text)} must be ${CONTRARY}, or an assumption and its choice such as order${separator}shuffled`)
    return [[text.slice(0, at), text.slice(at + 1)]]
  })
  return readChoices(Object.fromEntries(given), assumptions)
}

/** The choices that are not the default. */
export const othersIn = (choices: Choices, assumptions: readonly Assumption[]): Choices =>
  Object.fromEntries(Object.entries(choices).filter(([id, choice]) => assumptions.find((one) => one.id === id)?.default !== choice))

const contraryOf = (assumptions: readonly Assumption[]): Choices =>
  Object.fromEntries(
    assumptions.flatMap(({ id, ...assumption }) =>
      alternativesOf(assumption)
        .slice(0, 1)
        .map((name) => [id, name]),
    ),
  )

/** The other choices of an assumption. */
export const alternativesOf = ({ default: usual, choices }: Pick<Assumption, 'default' | 'choices'>): string[] =>
  Object.keys(choices).filter((name) => name !== usual)

/** The assumptions with the choices in force. */
export const applyChoices = (assumptions: readonly Assumption[], choices: Choices): Assumption[] =>
  assumptions.map((assumption) => ({ ...assumption, choice: choices[assumption.id] ?? assumption.default }))

/** The contract whose document and list show these choices. */
export function withChoices(contract: Contract, choices: Choices): Contract {
  if (Object.keys(choices).length === 0) return contract
  const document = markChoices(contract.document, choices)
  return {
    ...contract,
    assumptions: applyChoices(contract.assumptions, choices),
    publish: (server, options) => markChoices(contract.publish(server, options), choices),
    document,
  }
}

/** Writes `choice` into each mark of an assumption. */
const markChoices = (document: Node, choices: Choices): Node =>
  rewrite(document, (node) => {
    const isMark = typeof node.id === 'string' && isNode(node.choices) && choices[node.id] !== undefined
    return isMark ? { ...node, choice: choices[String(node.id)] } : node
  }) as Node

function hint(name: string, known: readonly string[], what: string): string {
  return near(name, known) || `; the ${what} are ${known.join(', ')}`
}

function near(name: string, known: readonly string[]): string {
  const found = findNearest(name, known)
  return found === undefined ? '' : `: did you mean ${found}?`
}
