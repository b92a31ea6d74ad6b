// Loads the scenario files of directories. It goes on after a mistake, so that one run reports all mistakes: each with file, line,
// column and field, and an unknown name with the nearest known name.

import { readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { describePlaces, type ValueViolation } from '../contract/describe-errors.ts'
import { parseOwnJson, renderJson } from '../contract/json/json.ts'
import type { Located } from '../contract/json/yaml.ts'
import { BODILESS } from '../contract/reply.ts'
import type { Step as Fields } from '../ground/generated/names.ts'
import { StartError } from '../ground/problem.ts'
import { readUserFile, refuseNamed, whyUnread } from '../ground/regular-file.ts'
import { once, remember } from '../ground/remember.ts'
import { type CheckFile, fillIn, RESERVED, type Scenario } from './scenario.ts'

export interface Directory {
  /** A directory, or a JSON file with the values of all its files, as the package has for its own scenarios. */
  readonly path: string
  /** Whether the sandbox's tests have checked the files. Then each of them is read only at its first use. */
  readonly isOwn: boolean
  /** The option that has named the directory. */
  readonly option?: string | undefined
}

/** Later directories override earlier ones, with a notice for each scenario. A StartError lists every mistake. */
export async function loadFiles(directories: readonly Directory[], check: CheckFile) {
  const scenarios = new Map<string, () => Scenario>()
  const mistakes: StartError[] = []
  const notices: string[] = []
  for (const { path, isOwn, option } of directories) {
    const files = await (isOwn ? listOwn(path) : listFiles(path, option)).catch(note)
    for (const [file, read] of files ?? []) {
      const load = once(() => parseScenario(read(), file, check))
      try {
        const name = nameOfFile(file)
        if (!isOwn) load()
        if (scenarios.has(name)) notices.push(`${file}: overrides the scenario ${name}`)
        scenarios.set(name, load)
      } catch (error) {
        note(error)
      }
    }
  }
  if (mistakes.length > 0) throw new StartError((optionName) => mistakes.map((one) => one.messageWith(optionName)).join('\n'))
  return { scenarios, notices }

  function note(error: unknown): undefined {
    if (!(error instanceof StartError)) throw error
    mistakes.push(error)
  }
}

type Files = readonly (readonly [file: string, read: () => Located])[]

/** The sandbox's own files do not change, so a process reads each of them once. */
const listOwn = remember((path) => (path.endsWith('.json') ? listValues(path) : listFiles(path)))

async function listFiles(directory: string, option?: string): Promise<Files> {
  const names = await readdir(directory).catch((error) => {
    const isFile = (error as NodeJS.ErrnoException).code === 'ENOTDIR'
    throw refuseNamed(directory, isFile ? 'this is a file: give its directory instead' : whyUnread(error, 'directory'), option)
  })
  const files = names.filter((name) => /\.ya?ml$/.test(name)).sort()
  if (files.length === 0)
    throw refuseNamed(directory, 'there is no scenario here: each scenario is a file, for example my-scenario.yaml', option)
  const { parseYaml } = await import('../contract/json/yaml.ts')
  return files.map((name) => join(directory, name)).map((file) => [file, once(() => parseYaml(readUserFile(file), file))] as const)
}

/** The tests have checked these values, so nobody asks for the place of a mistake. */
async function listValues(path: string): Promise<Files> {
  const files = Object.entries(parseOwnJson(readFileSync(path, 'utf8')) as object)
  return files.map(([file, value]) => [file, () => ({ value, placeOf: () => [1, 1] })])
}

/** The name is used as a token in a header and as a part of a URL. */
function nameOfFile(file: string): string {
  const name = basename(file).replace(/\.ya?ml$/, '')
  if (RESERVED.includes(name)) throw new StartError(`${file}: ${name} is a word of base URLs: give the scenario another name`)
  if (/^[a-z][a-z0-9-]*$/.test(name)) return name
  throw new StartError(`${file}: a scenario is named with small letters, digits and hyphens, for example my-scenario.yaml`)
}

function parseScenario(located: Located, file: string, check: CheckFile): Scenario {
  refuse(check(located.value))
  const { summary, group, parameters = {}, steps } = located.value as Omit<Scenario, 'name'>
  const scenario: Scenario = { name: nameOfFile(file), summary, ...(group && { group }), parameters, steps }
  // A scenario must be playable at least with its defaults.
  refuse(fillIn(scenario, {}, check).mistakes)
  refuse([...findUseless(scenario)])
  return scenario

  function refuse(mistakes: readonly ValueViolation[]): void {
    if (mistakes.length > 0) throw new StartError(describePlaces(mistakes, file, located.placeOf).join('\n'))
  }
}

/** Finds what never has an effect. Steps that a call gives inline may have it. */
function* findUseless({ parameters, ...scenario }: Scenario): Iterable<ValueViolation> {
  const steps: readonly Fields[] = scenario.steps
  const defaults = Object.values(parameters).flatMap(({ defaultFor = {} }) => Object.keys(defaultFor))
  for (const name of Object.keys(parameters))
    if (!defaults.includes(name) && !renderJson(steps).includes(`"$${name}"`))
      yield { path: ['parameters', name], message: `no step uses ${name}: write $${name} in a step, or leave it out` }
  for (const [index, step] of steps.entries()) {
    const path = ['steps', index]
    const { times, respond: { status = 0, body } = {} } = step
    const before = steps.slice(0, index).findIndex((one) => takesAll(one, step)) + 1
    if (times === 0) yield { path: [...path, 'times'], message: 'times: 0 takes no call: leave the step out' }
    if (body !== undefined && BODILESS.has(status))
      yield { path: [...path, 'respond', 'body'], message: `a reply with ${status} has no body: leave it out` }
    if (before > 0)
      yield { path, message: `no call comes to this step, because step ${before} takes all: give that one times, or leave this one out` }
  }
}

/** Whether a step takes each call that the later step could take. */
const takesAll = (one: Fields, later: Fields) =>
  ['times', 'when', 'probability'].every((field) => !(field in one)) &&
  (one.operations === undefined || later.operations?.every((operation) => one.operations?.includes(operation)) === true)
