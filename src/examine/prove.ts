// The command that proves a pattern. A sandbox does not know the command of the tests, so a placeholder stands for it, and `exec` puts
// the command in.

import type { Report } from '../ground/generated/report.ts'
import { quote } from '../ground/words.ts'

const YOUR_TESTS = '<your tests>'

/** `petstore-sandbox inject --only listPets --faults rate-limited -- <your tests>` */
export const proveWith = (faults: string, operation?: string) =>
  `petstore-sandbox inject ${operation === undefined ? '' : `--only ${operation} `}--faults ${faults} -- ${YOUR_TESTS}`

/** The report with the command of the tests in its commands. */
export function nameTests(report: Report, words: readonly string[]): Report {
  const tests = words.map(quote).join(' ')
  const name = (text: string) => text.replaceAll(YOUR_TESTS, () => tests)
  return {
    ...report,
    findings: report.findings.map(({ prove, ...finding }) => ({ ...finding, ...(prove !== undefined && { prove: name(prove) }) })),
    rules: report.rules.map(({ hint, ...rule }) => ({ ...rule, ...(hint !== undefined && { hint: name(hint) }) })),
  }
}
