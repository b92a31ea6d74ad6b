// The files of the package: contract, scenarios, fixtures, console and version.

import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Contract, loadContract } from './contract/contract.ts'
import { parseJson } from './contract/json/json.ts'
import { validateWith } from './contract/schema.ts'
import { StartError } from './ground/problem.ts'
import { once } from './ground/remember.ts'
import { type Catalogue, loadCatalogue } from './scenarios/catalogue.ts'
import { causeNames } from './serve/journey/trace.ts'

/** One folder above this file, which is in `src`, or in `lib` after the build. */
const PACKAGE = fileURLToPath(new URL('..', import.meta.url))
const isBuilt = !import.meta.url.endsWith('.ts')

/** The built package has its documents and scenarios as JSON, so it loads no parser of YAML. */
const [contract, controlApi, scenarios, consoleFiles] = isBuilt
  ? (['lib/openapi.json', 'lib/control.json', 'lib/scenarios.json', 'lib/console'] as const)
  : (['spec/openapi.yaml', 'spec/control.yaml', 'scenarios', 'dist/console'] as const)

export const OWN = {
  contract: PACKAGE + contract,
  controlApi: PACKAGE + controlApi,
  scenarios: PACKAGE + scenarios,
  console: PACKAGE + consoleFiles,
  scenarioSchema: `${PACKAGE}spec/scenario.schema.json`,
  guide: `${PACKAGE}spec/llms.txt`,
  fixtures: `${PACKAGE}fixtures`,
} as const

/** The file does not change while a process runs, so it is read and compiled once for all sandboxes. */
export const loadOwnContract = once(() => loadContract(OWN.contract, { isTested: isBuilt }))

/**
 * The document of the control API with the names that a sandbox knows, shared by sandboxes with the same names. Tests compile all its
 * schemas, so each is compiled here when it is first used.
 */
export function loadControlApi({ plans, operations }: Contract, collections: readonly string[]): Promise<Contract> {
  const known = {
    plans: plans.map(({ name }) => name),
    operations: operations.map(({ id }) => id),
    collections,
    causes: causeNames,
  }
  const key = JSON.stringify(known)
  const loaded = controlApis.get(key) ?? loadContract(OWN.controlApi, { isTested: true, name: 'the control API', known })
  controlApis.set(key, loaded)
  // A file that could not be read may be readable later.
  loaded.catch(() => controlApis.delete(key))
  return loaded
}

const controlApis = new Map<string, Promise<Contract>>()

const readScenarioSchema = () => parseJson(readFileSync(OWN.scenarioSchema, 'utf8'))
const loadScenarioCheck = once(() => validateWith(readScenarioSchema, 'the file', 'the format of scenario files', 'scenario'))

/** The scenarios of the package and of other directories, which may override them. With `alone`, only those of the other directories. */
export async function loadScenarios({ operations }: Contract, directories: readonly string[], { alone = false } = {}): Promise<Catalogue> {
  const own = alone ? [] : [{ path: OWN.scenarios, isOwn: true }]
  const all = [...own, ...directories.map((path) => ({ path, isOwn: false, option: alone ? undefined : 'scenarios' }))]
  const known = operations.map(({ id }) => id)
  return loadCatalogue(all, await loadScenarioCheck(), known)
}

export const loadOwnScenarios = async (directories: readonly string[], options: { alone?: boolean } = {}): Promise<Catalogue> =>
  loadScenarios(await loadOwnContract(), directories, options)

interface Manifest {
  readonly version: string
  /** Only in the published package: in the repository npm would warn of each older Node.js, although `npm ci` installs the right one. */
  readonly engines?: { readonly node: string }
  readonly devEngines?: { readonly runtime: { readonly version: string } }
}

const readManifest = () => JSON.parse(readFileSync(`${PACKAGE}package.json`, 'utf8')) as Manifest

export const readVersion = () => readManifest().version

/** Throws a StartError when Node.js is too old. The command has its own check, in bin/. */
export function checkNodeVersion(version = process.versions.node): void {
  const { engines, devEngines } = readManifest()
  const needed = (engines?.node ?? devEngines?.runtime.version ?? '').replace('>=', '')
  if (rank(version) < rank(needed))
    throw new StartError(
      `the sandbox needs Node.js ${needed} or newer, and this is ${version}: npm install --save-dev node@24 brings it to npm scripts and npx`,
    )
}

/** 22018 for 22.18. A comparison by the rules of a language would take a tenth of the start. */
function rank(version: string): number {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return 1000 * major + minor
}
