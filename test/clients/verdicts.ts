// The rules that have to advise each client. One run fails none of them. If a listed rule says nothing, it has missed a mistake.

import type { Report } from '../../src/ground/generated/report.ts'
import type { Row } from './page.ts'

const IGNORES_RETRY_AFTER = 'honours-retry-after'
const CREATES_TWICE = 'no-blind-create-retry'

/** These clients wait for their own times, and ignore Retry-After. */
const DEAF = ['p-retry', 'httpx with tenacity', 'Failsafe', 'resilience4j']
/** These clients send a POST again when its reply was lost. */
const BLIND = [...DEAF, 'axios with axios-retry', 'go-retryablehttp']

/** These clients wait for 0.8 s or less before their second try. p-retry waits a little longer than one second. */
const HASTY = ['httpx with tenacity', 'Failsafe', 'resilience4j']

interface Trouble {
  readonly clients: readonly string[]
  readonly rule: string
}

const ADVISED: Readonly<Record<string, Trouble>> = {
  // Of two seconds, the rule gives one to clients that wait until X-RateLimit-Reset, which is in whole seconds.
  'throttled-then-ok': { clients: HASTY, rule: IGNORES_RETRY_AFTER },
  unavailable: { clients: HASTY, rule: IGNORES_RETRY_AFTER },
  'retry-after-forms': { clients: DEAF, rule: IGNORES_RETRY_AFTER },
  'retry-after-date': { clients: DEAF, rule: IGNORES_RETRY_AFTER },
  // undici waits for 30 s at most, and a banned key has to wait for 300 s.
  banned: { clients: [...DEAF, 'undici'], rule: IGNORES_RETRY_AFTER },
  'lost-reply': { clients: BLIND, rule: CREATES_TWICE },
  // Their own time-out ends the creation. It was carried out, and they send it again.
  slow: { clients: [...DEAF, 'curl', 'go-retryablehttp'], rule: CREATES_TWICE },
  trickle: { clients: ['p-retry'], rule: CREATES_TWICE },
}

const renderTries = ({ facts: { calls } }: Report) =>
  calls.map(({ tries }) => tries.map(({ status, gap = 0 }) => `${gap} s, ${status}`).join('; ')).join(' | ')

/** A sentence for each rule with an unexpected verdict. */
export function findSurprises({ client, suite, scenario, report }: Row): string[] {
  const trouble = suite === 'calls' ? ADVISED[scenario] : undefined
  const isMissed = trouble?.clients.includes(client) === true && !report.findings.some(({ rule }) => rule === trouble.rule)
  const accused = report.findings
    .filter(({ level }) => level === 'fail')
    .map(({ rule, observed }) => `${client}, ${suite}, ${scenario}: ${rule} fails it: ${observed} The tries were ${renderTries(report)}`)
  return [...(isMissed ? [`${client}, ${scenario}: ${trouble.rule} should advise it`] : []), ...accused]
}
