import { parseChoices, readChoices } from '../contract/assumptions.ts'
import type { Choices } from '../contract/choices.ts'
import { isObject } from '../contract/json/json.ts'
import type { Assumption } from '../ground/generated/control.ts'
import { messageOf, StartError } from '../ground/problem.ts'
import { readRegularFile } from '../ground/regular-file.ts'
import { listOf, type Option, type Rule, text } from './option.ts'
import type { SandboxOptions, Texts } from './sandbox-options.ts'

const MUST = 'be choices such as {"order":"shuffled"}, contrary, or a text such as order=shuffled'

export const assume = {
  rule: {
    must: MUST,
    fits: (value) => typeof value === 'string' || (typeof value === 'object' && value !== null),
    each: text(MUST, /^/),
  } as Rule,
  /** The choices are read later, because only the contract knows them. */
  read:
    ({ assume }: SandboxOptions) =>
    (assumptions: readonly Assumption[]) =>
      resolveAssume(assume, assumptions),
  flag: '--assume <choice>',
  help: 'another choice of an assumption: order=shuffled, contrary, or @file.yaml; repeatable',
} satisfies Option

async function resolveAssume(given: SandboxOptions['assume'], assumptions: readonly Assumption[]): Promise<Choices> {
  try {
    if (given !== undefined && typeof given === 'object' && !Array.isArray(given))
      return readChoices(given as Readonly<Record<string, string>>, assumptions)
    const texts = listOf(given as Texts | undefined)
    const read = texts.map((text) =>
      text.startsWith('@') ? readChoicesFile(text.slice(1), assumptions) : parseChoices([text], assumptions),
    )
    return Object.assign({}, ...(await Promise.all(read)))
  } catch (error) {
    throw error instanceof StartError ? error : new StartError((optionName) => `${optionName('assume')}: ${messageOf(error)}`)
  }
}

/** A file with one choice a line: `order: shuffled`. */
export async function readChoicesFile(file: string, assumptions: readonly Assumption[]): Promise<Choices> {
  try {
    const { parseYaml } = await import('../contract/json/yaml.ts')
    const { value } = parseYaml(readRegularFile(file).toString(), file)
    if (!isObject(value)) throw new Error('write one choice a line, for example order: shuffled')
    return readChoices(value, assumptions)
  } catch (error) {
    // A mistake in YAML has its place already.
    throw error instanceof StartError ? error : new StartError(`${file}: ${messageOf(error)}`)
  }
}
