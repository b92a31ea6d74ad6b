// `petstore-sandbox scenarios`: lists the catalogue, or checks a directory of the user's own scenarios.

import type { Command } from 'commander'
import type { CatalogueEntry } from '../ground/generated/control.ts'
import { columns, printable, printableLines } from '../ground/printable.ts'
import { loadOwnScenarios } from '../package-files.ts'
import { boundsOf } from '../scenarios/parameters.ts'
import { collect, repeatable } from './values.ts'

export function addScenarios(program: Command, process: NodeJS.Process): void {
  program
    .command('scenarios')
    .description('list the scenarios with their parameters, or check your own')
    .addOption(repeatable('--scenarios <dir>', 'a directory of your own scenarios, in addition to those of the sandbox', collect))
    .option('--check <dir>', 'check the scenario files of a directory, print all mistakes, and list the scenarios')
    .action(async ({ scenarios, check }: { scenarios: string[]; check?: string }) => {
      const catalogue = await loadOwnScenarios(check === undefined ? scenarios : [...scenarios, check], { alone: check !== undefined })
      for (const notice of catalogue.notices) process.stderr.write(`${printableLines(notice)}\n`)
      process.stdout.write(`${render(catalogue.list()).join('\n')}\n`)
    })
}

function render(scenarios: readonly CatalogueEntry[]): string[] {
  const rows = scenarios.flatMap(({ name, summary, parameters }) => [
    [name, summary],
    ...Object.entries(parameters).map(([parameter, rule]) => ['', `  ${parameter}=${rule.default}  ${rule.description}${rangeOf(rule)}`]),
  ])
  const harmless = rows.map((cells) => cells.map(printable))
  return columns(harmless, '', Number.POSITIVE_INFINITY)
}

function rangeOf(rule: CatalogueEntry['parameters'][string]): string {
  if (rule.enum) return ` (${rule.enum.join(', ')})`
  return rule.minimum === undefined && rule.maximum === undefined ? '' : ` (${boundsOf(rule)})`
}
