// What comes with the sandbox: contract, scenarios, fixtures, console and version, wherever the package lies.

import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Contract, loadContract } from './contract/contract.ts'
import { type Schema, validateWith } from './contract/schema.ts'
import { parseJson } from './json/json.ts'
import { StartError } from './replies/problem.ts'
import { type Catalogue, loadCatalogue } from './scenarios/catalogue.ts'
import { createCheckFile } from './scenarios/check-file.ts'
import { once } from './words/once.ts'

/** This file lies one folder below the package's own folder: in `src` as written, in `lib` as built. */
const PACKAGE = fileURLToPath(new URL('..', import.meta.url))
const isBuilt = !import.meta.url.endsWith('.ts')

export const OWN = {
  /** The built package has the same document as JSON too, which is read in a tenth of the time. */
  contract: isBuilt ? `${PACKAGE}lib/openapi.json` : `${PACKAGE}spec/openapi.yaml`,
  controlApi: isBuilt ? `${PACKAGE}lib/control.json` : `${PACKAGE}spec/control.yaml`,
  scenarios: `${PACKAGE}scenarios`,
  scenarioSchema: `${PACKAGE}spec/scenario.schema.json`,
  fixtures: `${PACKAGE}fixtures`,
  /** Made by build/console.ts. */
  console: isBuilt ? `${PACKAGE}lib/console` : `${PACKAGE}dist/console`,
} as const

/** These files do not change while a process runs, so all its sandboxes share what was read and compiled once. */
export const loadOwnContract = once(() => loadContract(OWN.contract))

/** The document of the control API. Tests compile all its schemas, so here each is compiled when it is first used. */
export const loadControlApi = once(() => loadContract(OWN.controlApi, { isTested: true, name: 'the control API' }))

const loadScenarioSchema = once(() => validateWith(parseJson(readFileSync(OWN.scenarioSchema, 'utf8')) as Schema))

/** The catalogue of our own scenarios, unless the others stand alone, and those of other directories, which may override them. */
export function loadScenarios(
  { operations }: Contract,
  directories: readonly string[],
  { alone = false }: { alone?: boolean } = {},
): Promise<Catalogue> {
  const own = { path: OWN.scenarios, isOwn: true }
  return loadCatalogue({
    directories: [...(alone ? [] : [own]), ...directories.map((path) => ({ path, isOwn: false }))],
    check: createCheckFile(loadScenarioSchema),
    operations: operations.map(({ id }) => id),
  })
}

/** As loadScenarios, for our own contract. */
export const loadOwnScenarios = async (directories: readonly string[], options: { alone?: boolean } = {}): Promise<Catalogue> =>
  loadScenarios(await loadOwnContract(), directories, options)

interface Manifest {
  readonly version: string
  readonly engines: { readonly node: string }
}

const readManifest = () => JSON.parse(readFileSync(`${PACKAGE}package.json`, 'utf8')) as Manifest

/** The version of the package. */
export const readVersion = () => readManifest().version

/** Throws a StartError under a version of Node.js that is too old. The command has its own check, in bin/. */
export function checkNodeVersion(version = process.versions.node): void {
  const needed = readManifest().engines.node.replace('>=', '')
  const [[major = 0, minor = 0] = [], [neededMajor = 0, neededMinor = 0] = []] = [version, needed].map((text) =>
    text.split('.').map(Number),
  )
  if (major < neededMajor || (major === neededMajor && minor < neededMinor))
    throw new StartError(`the sandbox needs Node.js ${needed} or newer, and this is ${version}`)
}
