// The type of the rules' names has every rule of the table, so that a policy with a misspelled name does not compile.

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { rules } from '../../src/report/rules/table.ts'
import { ROOT } from '../support/pages.ts'

test('src/report/rule-names.ts has the names of the rules', () => {
  const file = join(ROOT, 'src/report/rule-names.ts')
  const names = rules.map(({ name }) => `\n  | '${name}'`).join('')
  const text = `// The names of the rules. Written by UPDATE_DOCS=1 npm test from src/report/rules/table.ts.\n\n/** The name of a rule of the report. */\nexport type RuleName =${names}\n`
  if (process.env.UPDATE_DOCS) writeFileSync(file, text)
  expect(readFileSync(file, 'utf8'), 'UPDATE_DOCS=1 npm test writes it anew').toBe(text)
})

test('a rule that does not exist cannot be ignored', () => {
  const policy = { ignore: { 'gives-up': 'a worker ends it' } } satisfies import('../../src/sandbox.ts').Policy
  // @ts-expect-error The rule is called gives-up.
  const wrong: import('../../src/sandbox.ts').Policy = { ignore: { 'give-up': 'a worker ends it' } }
  expect([policy, wrong]).toHaveLength(2)
})
