// Assumptions: parts of the contract that the service's own document does not have. Replies name them, and the document for code
// generators leaves them out. Each assumption has choices, and one of them is in force.

import { BOUNDS } from '../ground/bounds.ts'
import type { Assumption } from '../ground/generated/control.ts'
import { didYouMean, joinSentences, listChoices, show } from '../ground/words.ts'
import type { ValueViolation } from './describe-errors.ts'
import { findNode, type Node, rewrite, walk } from './document.ts'
import { isObject } from './json/json.ts'

type Mark = Reference | (Reference & Assumption)

interface Reference {
  readonly id: string
  /** The keys of the node that are assumed. Absent when the whole node is assumed. */
  readonly adds?: readonly string[]
}

/** Every assumption once, in the order of the file. A document that the sandbox published names the choices in force. */
export function listAssumptions(document: Node): Assumption[] {
  const found: Assumption[] = []
  walk(document, '#', (node) => {
    for (const mark of marksOf(node)) {
      if (!('choices' in mark)) continue
      const { id, choice, default: usual, choices, why } = mark
      found.push({ id, choice: choice ?? usual, default: usual, choices, why })
    }
  })
  return found
}

/** The ids of assumptions about the whole node, or about these keys of it. */
export const assumptionsOf = (node: Node, ...keys: string[]): string[] =>
  marksOf(node)
    .filter(({ adds }) => adds === undefined || keys.some((key) => adds.includes(key)))
    .map(({ id }) => id)

/** Leaves out assumed nodes, assumed keys, and references to assumed nodes. */
export const withoutAssumptions = (document: Node): Node =>
  rewrite(document, (node) => {
    const assumed = new Set(['x-assumption', ...marksOf(node).flatMap(({ adds }) => adds)])
    return isAssumed(node, document) ? undefined : Object.fromEntries(Object.entries(node).filter(([name]) => !assumed.has(name)))
  }) as Node

function isAssumed(node: Node, document: Node): boolean {
  const marks = marksOf(node)
  if (marks.some(({ adds }) => adds === undefined)) return true
  // When only the reference of a schema is assumed, the schema stays and allows any value.
  if (typeof node.$ref !== 'string' || marks.some(({ adds }) => adds?.includes('$ref'))) return false
  const target = findNode(document, node.$ref)
  return isObject(target) && isAssumed(target, document)
}

export function marksOf(node: unknown): Mark[] {
  return (isObject(node) ? [node['x-assumption'] ?? []].flat() : []) as Mark[]
}

/** Reads `{ order: 'shuffled' }`. Throws all mistakes as one error, with the likely spelling of an unknown id or choice. */
export function readChoices(given: Readonly<Record<string, unknown>>, assumptions: readonly Assumption[], toError = joinMistakes): Choices {
  const ids = assumptions.map(({ id }) => id)
  let list = `; the assumptions are ${ids.join(', ')}`
  const mistakes = Object.entries(given).flatMap(([id, value]) => {
    const { choices } = assumptions.find((one) => one.id === id) ?? {}
    const names = Object.keys(choices ?? {})
    const choice = typeof value === 'object' ? '' : String(value)
    if (names.includes(choice)) return []
    const message = choices
      ? `${id} must be ${listChoices(names)}, got ${show(value)}${didYouMean(choice, names)}`
      : `${show(id)} is not an assumption${didYouMean(id, ids, list)}`
    // The list is long, so only one message has it.
    if (message.endsWith(list)) list = ''
    return [{ path: [id], message }]
  })
  if (mistakes.length > 0) throw toError(mistakes.slice(0, BOUNDS.violationsPerValue))
  return Object.fromEntries(Object.entries(given).map(([id, value]) => [id, String(value)]))
}

const joinMistakes = (mistakes: readonly ValueViolation[]) => new Error(joinSentences(mistakes.map(({ message }) => message)))

/** Reads `order=shuffled`, or `contrary`, which stands for the first other choice of each assumption. */
export function parseChoices(texts: readonly string[], assumptions: readonly Assumption[]): Choices {
  const given = texts.flatMap((text) => {
    if (text === 'contrary') return assumptions.map((one) => [one.id, alternativesOf(one)[0]]).filter(([, choice]) => choice !== undefined)
    const at = text.indexOf('=')
    if (at === -1) throw new Error(`${show(text)} must be contrary, or an assumption and its choice such as order=shuffled`)
    return [[text.slice(0, at), text.slice(at + 1)]]
  })
  return readChoices(Object.fromEntries(given), assumptions)
}

export const alternativesOf = ({ default: usual, choices }: Assumption): string[] => Object.keys(choices).filter((name) => name !== usual)

/** The choices that are not the default. */
export const othersIn = (choices: Choices, assumptions: readonly Assumption[]): Choices =>
  Object.fromEntries(Object.entries(choices).filter(([id, choice]) => assumptions.find((one) => one.id === id)?.default !== choice))

export const markChoices = (document: Node, choices: Choices): Node =>
  rewrite(document, (node) => {
    const choice = isObject(node.choices) && choices[String(node.id)]
    return choice ? { ...node, choice } : node
  }) as Node

/** By the id of the assumption: `{ order: 'shuffled' }`. An assumption that is not named has its default. */
export type Choices = Readonly<Record<string, string>>

export const NO_CHOICES: Choices = {}

/** Said to a request with the header Sandbox-Assume. */
export const HOW_TO_CHOOSE = 'choose at the start with --assume order=shuffled, or for one world with PUT /_sandbox/worlds/w1/assumptions'
