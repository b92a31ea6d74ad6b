// Checks values against schemas of a contract, and against the sandbox's own. describe-errors.ts turns the errors into sentences.

import { createRequire } from 'node:module'
import { type OptionName, StartError } from '../ground/problem.ts'
import { once } from '../ground/remember.ts'
import { showPath } from '../ground/words.ts'
import type { Validators } from './ajv.ts'
import { contracts, own } from './compiled.ts'
import { type Check, describeErrors, type Path, type ValueViolation } from './describe-errors.ts'
import { type Node, resolve } from './document.ts'
import { isObject, renderJson } from './json/json.ts'

/**
 * Creates a compiler for schemas that refer to the components of a document. A wrong schema throws at once, or at its first value when
 * the document is tested. Messages call the document `name`.
 */
export async function createSchemas(whole: Node, { isTested = false, name: document = 'the contract' } = {}) {
  const components = resolve(whole, whole.components)
  const known = contracts[renderJson(components)]
  const compile = known ? undefined : (await import('./ajv.ts')).createCompiler(components)
  // Most errors of a contract have the same schema, so equal schemas are compiled once.
  const compiled = new Map(Object.entries(known ?? {}))
  const getValidators = (schema: Node) => {
    const key = renderJson(schema)
    const validators = compiled.get(key) ?? compile?.(schema)
    if (validators === undefined) throw new Error(`the build has not compiled the schema ${key}`)
    compiled.set(key, validators)
    return validators
  }
  return (schema: Node): Check => {
    let validators = isTested ? undefined : getValidators(schema)
    return (value, name) => {
      validators ??= getValidators(schema)
      // Most values fit, and need no names.
      if (validators.first(value)) return NOTHING
      const nameOf = (path: Path) => showPath(name === 'body' && typeof path[0] === 'string' ? path : [name, ...path])
      return findViolations(validators, value, nameOf, document)
    }
  }
}

/**
 * The check of a value against one of the sandbox's own schemas. Its sentences call the whole value `whole`, its format `format`, and a
 * place by its innermost name, unless the caller gives other names. The schema is compiled for the first value, unless the build has
 * compiled it as `known`.
 */
export async function validateWith(load: () => unknown, whole = 'the value', format = 'its format', known?: keyof typeof own) {
  const compile = known && known in own ? undefined : (await import('./ajv.ts')).createCompiler({})
  const get = once(() => compile?.(load() as Node) ?? (own[known as keyof typeof own] as Validators))
  return checkBy(get, whole, format)
}

/** Like `validateWith`, for a caller that cannot wait. The package has the compiled schema, so only the repository loads AJV. */
export function checkNow(known: keyof typeof own, schema: Node, whole: string) {
  const load = (): typeof import('./ajv.ts') => createRequire(import.meta.url)('./ajv.ts')
  const get = once(() => own[known] ?? load().createCompiler({})(schema))
  return checkBy(get, whole, whole)
}

function checkBy(get: () => Validators, whole: string, format: string) {
  const nameInnermost = (path: Path) => showPath(path.slice(path.findLastIndex((step) => typeof step === 'string'))) || whole
  return (value: unknown, nameOf = nameInnermost) => findViolations(get(), value, nameOf, format)
}

/** The check throws a StartError about the first mistake. It names an option as the library or the command does. */
export function createOptionCheck(schema: Node, known?: keyof typeof own) {
  const load = once(() => validateWith(() => schema, 'the options', 'the options', known))
  return async (options: unknown): Promise<void> => {
    const check = await load()
    const complain = (optionName: OptionName) => {
      const nameOf = (path: Path) => nameOption(path, optionName)
      return [...check(options, nameOf), ...findBigInts(options, nameOf)][0]?.message
    }
    if (complain(String) !== undefined) throw new StartError((optionName) => String(complain(optionName)))
  }
}

/** Schemas allow a BigInt, as a large integer of JSON. In the options of a program it is a mistake. */
export function findBigInts(value: unknown, nameOf: (path: Path) => string, path: Path = []): ValueViolation[] {
  if (typeof value === 'bigint') return [{ path, message: `${nameOf(path)} must be a number, got the BigInt ${value}n` }]
  // Deeper values are objects of the program.
  if (!isObject(value) || path.length > 2) return []
  return Object.entries(value).flatMap(([name, item]) => findBigInts(item, nameOf, [...path, name]))
}

/** For example `planLimits.free.minute`. An item of a list has the name of the list. */
function nameOption(path: Path, optionName: OptionName): string {
  const [option, ...inside] = path.filter((step) => typeof step === 'string')
  return option === undefined ? 'the options' : [optionName(option), ...inside].join('.')
}

const NOTHING: ValueViolation[] = []

/**
 * AJV's time grows with the square of the number of errors that it collects: a megabyte of wrong items would take minutes. So a large
 * value gets only its first error.
 */
function findViolations(validators: Validators, value: unknown, nameOf: (path: Path) => string, document: string): ValueViolation[] {
  if (validators.first(value)) return NOTHING
  const validate = countValues(value, MAX_VALUES) === MAX_VALUES ? validators.first : validators.all()
  validate(value)
  return describeErrors(validate.errors ?? [], nameOf, document)
}

const MAX_VALUES = 2000

/** Counts the value itself too, and stops at the limit. */
function countValues(value: unknown, limit: number): number {
  if (typeof value !== 'object' || value === null) return 1
  let count = 1
  for (const item of Object.values(value)) if (count < limit) count += countValues(item, limit - count)
  return count
}
