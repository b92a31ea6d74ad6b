// What the sandbox has to say of each client. A rule that fails a client without standing here is an accusation that nobody
// has checked; a rule that stands here and does not fail its client has missed something.

import type { Row } from './page.ts'

/** The rules that a client fails in a scenario. Where nothing stands, it passes. */
const FAILED: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {}

export function findSurprises({ client, scenario, report }: Row): string[] {
  if (report === undefined) return []
  const expected = FAILED[client]?.[scenario] ?? []
  const found = report.rules.filter(({ findings }) => findings.some(({ level }) => level === 'fail')).map(({ rule }) => rule)
  const missed = expected.filter((rule) => !found.includes(rule)).map((rule) => `${client}, ${scenario}: ${rule} should fail it`)
  const accused = report.rules
    .filter(({ rule }) => found.includes(rule) && !expected.includes(rule))
    .map(({ rule, findings }) => `${client}, ${scenario}: ${rule} fails it: ${findings.map(({ message }) => message).join('; ')}`)
  return [...missed, ...accused]
}
