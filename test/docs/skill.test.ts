// The skill for coding agents has the format of agentskills.io, and is true for the sandbox.

import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Command } from 'commander'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { renderSkill, SKILL } from '../../build/skill.ts'
import { addEnv } from '../../src/cli/env.ts'
import { addExec } from '../../src/cli/exec.ts'
import { addWait } from '../../src/cli/health.ts'
import { addInject } from '../../src/cli/inject.ts'
import { addMcp } from '../../src/cli/mcp.ts'
import { addReport } from '../../src/cli/report.ts'
import { startOptions } from '../../src/cli/start-options.ts'
import { rules } from '../../src/examine/rules/table.ts'
import { loadOwnContract, loadOwnScenarios } from '../../src/package-files.ts'
import { startSandbox } from '../../src/sandbox.ts'
import { api } from '../support/control.ts'
import { ROOT, readPage } from '../support/pages.ts'

test('it is made from the documents, the scenario files and the rules', async () => {
  const [contract, catalogue] = await Promise.all([loadOwnContract(), loadOwnScenarios([])])
  const sandbox = await startSandbox()
  const methods = { sandbox: methodsOf(sandbox), world: methodsOf(sandbox.world()) }
  await sandbox.close()
  const skill = renderSkill({ contract, control: api, scenarios: catalogue.list(), rules, methods })
  if (process.env.UPDATE_DOCS) {
    mkdirSync(dirname(join(ROOT, SKILL)), { recursive: true })
    writeFileSync(join(ROOT, SKILL), skill)
  }
  expect(readPage(SKILL), 'npm run docs writes it again').toBe(skill)
})

/** The names of all methods, with the objects that have them: `clock.set`. */
const methodsOf = (handle: object, place = ''): string[] =>
  Object.entries(handle).flatMap(([name, value]) => {
    if (typeof value === 'function') return [place + name]
    return typeof value === 'object' && !Array.isArray(value) ? methodsOf(value, `${place}${name}.`) : []
  })

test('its frontmatter has the name of its folder, and says when to use the skill', () => {
  const [, frontmatter = ''] = /^---\n(.*?)\n---\n\n# /s.exec(readPage(SKILL)) ?? []
  const { name, description } = parse(frontmatter) as { name: string; description: string }
  expect(SKILL).toBe(`skills/${name}/SKILL.md`)
  expect(name).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
  expect(description.length).toBeLessThanOrEqual(1024)
  expect(description).toContain('Use this skill')
  expect(readPage(SKILL).split('\n').length).toBeLessThan(300)
})

test('every command and option that it names exists', () => {
  const program = new Command()
  for (const add of [addExec, addInject, addMcp, addReport, addWait, addEnv]) add(program, process, () => {})
  const commands = program.commands.map((command) => command.name())
  const options = [...program.commands.flatMap((command) => command.options), ...startOptions()].map(({ long }) => long)
  const text = readPage(SKILL)
  const named = [...text.matchAll(/npx petstore-sandbox ([a-z]+)/g)].map(([, name = '']) => name)
  expect(named.length).toBeGreaterThan(3)
  for (const name of named) expect(commands).toContain(name)
  for (const [, option] of text.matchAll(/(?<![\w|-])(--[a-z][\w-]+)/g)) expect(options).toContain(option)
})
