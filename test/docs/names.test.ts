// The names that the schemas list: of effects, faults, codes and rules. npm run docs writes them again, before it loads a file that uses
// them.

import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parseJson, renderJson } from '../../src/contract/json/json.ts'
import { rules } from '../../src/examine/rules/table.ts'
import { CODES } from '../../src/ground/problem.ts'
import { effects } from '../../src/scenarios/effects/table.ts'
import { faults } from '../../src/scenarios/faults.ts'
import { ROOT, readPage } from '../support/pages.ts'

interface Named {
  readonly properties: Record<string, Named>
  enum?: readonly string[]
}

/** Compares the names that fields of a schema list, or writes them. */
function checkNames(
  name: string,
  find: (defs: Record<string, Named>) => (readonly [field: Named | undefined, names: readonly string[]])[],
) {
  const file = join(ROOT, 'spec', name)
  const schema = parseJson(readPage(`spec/${name}`)) as { $defs: Record<string, Named> }
  const named = find(schema.$defs)
  if (process.env.UPDATE_DOCS) {
    for (const [field, names] of named) if (field) field.enum = names
    writeFileSync(file, renderJson(schema))
    execFileSync(join(ROOT, 'node_modules/.bin/biome'), ['format', '--write', file])
  }
  for (const [field, names] of named) expect(field?.enum, 'npm run docs writes it again').toEqual(names)
}

test('spec/scenario.schema.json names every effect, every fault and every code', () => {
  checkNames('scenario.schema.json', ({ step }) => {
    const { fault, respond, ...fields } = step?.properties ?? {}
    expect(Object.keys({ fault, respond, ...fields })).toEqual(expect.arrayContaining(Object.keys(effects)))
    return [
      [fault, Object.keys(faults)],
      [respond?.properties.code, Object.keys(CODES)],
    ]
  })
})

test('spec/policy.schema.json names every rule, and the outcomes without a rule', () => {
  checkNames('policy.schema.json', ({ exemption }) => [
    [exemption?.properties.rule, [...rules.map(({ name }) => name), 'broke', 'unfinished', 'unseen']],
  ])
})
