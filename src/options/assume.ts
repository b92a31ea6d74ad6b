// The option `assume`: other choices where the document of the service is silent.

import { type Choices, parseChoices, readChoices } from '../contract/assumptions.ts'
import { isObject } from '../contract/json/json.ts'
import type { Assumption } from '../ground/generated/control.ts'
import { messageOf, StartError } from '../ground/problem.ts'
import { readUserFile } from '../ground/regular-file.ts'
import type { SandboxOptions } from './generated/sandbox-options.ts'

export const listOf = (given: string | readonly string[] = []): readonly string[] => (typeof given === 'string' ? [given] : given)

export async function readAssume(given: SandboxOptions['assume'], assumptions: readonly Assumption[]): Promise<Choices> {
  try {
    if (isObject(given)) return readChoices(given, assumptions)
    const read = listOf(given).map((text) =>
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
    const { value } = parseYaml(readUserFile(file), file)
    if (!isObject(value)) throw new Error('write one choice a line, for example order: shuffled')
    return readChoices(value, assumptions)
  } catch (error) {
    // A mistake in YAML has its place already.
    throw error instanceof StartError ? error : new StartError(`${file}: ${messageOf(error)}`)
  }
}
