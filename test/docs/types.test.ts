// The types of the library come from the documents in spec/. Their names are those of the contract, the catalogue and the rules, so that
// a misspelled name does not compile.

import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { renderNames } from '../../build/names.ts'
import { renderSchemas } from '../../build/schema-types.ts'
import type { Node } from '../../src/contract/document.ts'
import { parseJson } from '../../src/contract/json/json.ts'
import { parseYaml } from '../../src/contract/json/yaml.ts'
import { loadDocument } from '../../src/contract/load-document.ts'
import { createFaults, listFaultNames } from '../../src/examine/faults.ts'
import { rules } from '../../src/examine/rules/table.ts'
import { laterVersions } from '../../src/operations/later-versions.ts'
import { loadOwnContract, loadOwnScenarios } from '../../src/package-files.ts'
import { ROOT, readPage } from '../support/pages.ts'

const schemaOf = (name: string) => parseJson(readPage(`spec/${name}.schema.json`)) as Node & Record<'$defs', Node>

async function renderAllNames(): Promise<string> {
  const { plans, operations, assumptions } = await loadOwnContract()
  const namesOf = (list: readonly { readonly name: string }[]) => list.map(({ name }) => name)
  return renderNames({
    plans: namesOf(plans),
    operations: operations.map(({ id }) => id),
    scenarios: namesOf((await loadOwnScenarios([])).list()),
    faults: listFaultNames(createFaults(laterVersions, assumptions)),
    rules: namesOf(rules),
    format: schemaOf('scenario'),
  })
}

const renderDocument = (name: string) => renderSchemas(schemaOf(name).$defs, schemaOf(name))

const renderPolicy = () => `import type { RuleName } from './names.ts'\n\n${renderDocument('policy')}`

const OPTION_TYPES = `import type { LogFormat, LogOptions } from '../../record/log.ts'
import type { FaultLayer } from '../../scenarios/scenario.ts'
import type { Store } from '../../worlds/store/store.ts'
import type { Domain } from '../domain.ts'
`

const CAMPAIGN_TYPES = `import type { FaultName, PlanName } from '../../ground/generated/names.ts'
import type { Policy } from '../../ground/generated/policy.ts'
import type { SandboxOptions } from '../../options/generated/sandbox-options.ts'
import type { Progress, StopSignal } from '../options.ts'
`

async function renderControl(): Promise<string> {
  const { value } = parseYaml(readPage('spec/control.yaml'), 'spec/control.yaml')
  const { components } = value as { readonly components: { readonly schemas: Node } }
  const document = await loadDocument(join(ROOT, 'spec/control.yaml'))
  const whole = (document.components as { readonly schemas: Node }).schemas
  const names = [...Object.keys(components.schemas), 'Parameter', 'Value']
  const types = renderSchemas(Object.fromEntries(names.map((name) => [name, whole[name]])), document)
  return `import type { OperationId, ScenarioName, Step } from './names.ts'\n\n${types}`
}

test.each([
  ['src/ground/generated/names.ts', 'The names of the contract, the catalogue and the rules, and the fields of a step', renderAllNames],
  ['src/ground/generated/report.ts', 'The report on the clients, by spec/report.schema.json', () => renderDocument('report')],
  ['src/ground/generated/control.ts', 'What the control API tells and takes, by spec/control.yaml', renderControl],
  [
    'src/options/generated/sandbox-options.ts',
    'The options of a sandbox, by spec/options.schema.json',
    () => `${OPTION_TYPES}\n${renderDocument('options')}`,
  ],
  [
    'src/examine/generated/inject-options.ts',
    'The options of a campaign, by spec/inject.schema.json',
    () => `${CAMPAIGN_TYPES}\n${renderDocument('inject')}`,
  ],
  ['src/ground/generated/policy.ts', 'The policy of a report, by spec/policy.schema.json', renderPolicy],
])('%s has the types of the documents', async (file, about, render) => {
  const input = `// ${about}, as types of the library. Written by npm run docs.\n\n${await render()}`
  const biome = join(ROOT, 'node_modules/.bin/biome')
  const text = execFileSync(biome, ['format', '--stdin-file-path', file], { cwd: ROOT, input, encoding: 'utf8' })
  if (process.env.UPDATE_DOCS) writeFileSync(join(ROOT, file), text)
  expect(readFileSync(join(ROOT, file), 'utf8'), 'npm run docs writes it again').toBe(text)
})

test('a misspelled name does not compile', () => {
  type Library = typeof import('../../src/sandbox.ts')
  type Sandbox = Awaited<ReturnType<Library['startSandbox']>>
  const use = async (sandbox: Sandbox, inject: Library['inject'], assertVerdict: Library['assertVerdict']) => {
    const world = sandbox.world('w1')
    sandbox.key('free')
    // @ts-expect-error The plan is called free.
    sandbox.key('fre')
    // @ts-expect-error
    await world.limits.get('fre')
    await inject({ command: ['npm', 'test'], plan: 'free', faults: ['lost-reply'] })
    // @ts-expect-error
    await inject({ command: ['npm', 'test'], plan: 'fre' })
    // @ts-expect-error The fault is called lost-reply.
    await inject({ command: ['npm', 'test'], faults: ['lost'] })
    await world.scenarios.put([{ name: 'flaky', operations: ['createPet'] }, { name: 'one of my own' }])
    // @ts-expect-error The operation is called createPet.
    await world.scenarios.put([{ name: 'flaky', operations: ['addPet'] }])
    await world.scenarios.put([{ steps: [{ times: 1, respond: { status: 503 }, delay: { from: 0.1, to: 2 } }, { fault: 'reset' }] }])
    // @ts-expect-error The field is called respond.
    await world.scenarios.put([{ steps: [{ reply: { status: 503 } }] }])
    // @ts-expect-error The fault is called reset.
    await world.scenarios.put([{ steps: [{ fault: 'rst' }] }])
    await sandbox.requests.list({ operation: 'createPet' })
    // @ts-expect-error
    await sandbox.requests.list({ operation: 'addPet' })
    assertVerdict(await sandbox.report(), { exempt: [{ rule: 'gives-up', reason: 'a worker ends it' }] })
    // @ts-expect-error The rule is called gives-up.
    assertVerdict(await sandbox.report(), { exempt: [{ rule: 'give-up', reason: 'a worker ends it' }] })
  }
  expect(use).toBeTypeOf('function')
})
