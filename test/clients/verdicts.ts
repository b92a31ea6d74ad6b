// The rules that each client has to fail. If another rule fails a client, nobody has checked that finding. If a listed rule does
// not fail its client, the rule has missed a mistake.

import type { Report } from '../../spec/report.ts'
import type { Row } from './page.ts'

/** One of these rules has to fail, because one of them finds a wait that was not honoured. */
const IGNORES_RETRY_AFTER = ['honours-retry-after', 'reads-retry-after']
/** The retry itself, and the second animal that it makes. */
const CREATES_TWICE = ['no-blind-create-retry', 'no-duplicates']

/** These clients wait for their own times, and ignore Retry-After. */
const DEAF = ['p-retry', 'httpx with tenacity', 'Failsafe', 'resilience4j']
/** These clients send a POST again when its reply was lost. */
const BLIND = [...DEAF, 'axios with axios-retry', 'go-retryablehttp']

/** These clients wait for 0.8 s or less before their second try. p-retry waits a little longer than one second. */
const HASTY = ['httpx with tenacity', 'Failsafe', 'resilience4j']

interface Trouble {
  readonly clients: readonly string[]
  readonly rules: readonly string[]
}

const FAILED: Readonly<Record<string, Trouble>> = {
  // Of two seconds, the rule gives one to clients that wait until X-RateLimit-Reset, which is in whole seconds.
  'throttled-then-ok': { clients: HASTY, rules: IGNORES_RETRY_AFTER },
  unavailable: { clients: HASTY, rules: IGNORES_RETRY_AFTER },
  'retry-after-forms': { clients: DEAF, rules: IGNORES_RETRY_AFTER },
  'retry-after-date': { clients: DEAF, rules: IGNORES_RETRY_AFTER },
  // undici waits for 30 s at most, and a banned key has to wait for 300 s.
  banned: { clients: [...DEAF, 'undici'], rules: IGNORES_RETRY_AFTER },
  'lost-reply': { clients: BLIND, rules: CREATES_TWICE },
  // Their own time-out ends the creation. It was carried out, and they send it again.
  slow: { clients: [...DEAF, 'curl', 'go-retryablehttp'], rules: CREATES_TWICE },
  trickle: { clients: ['p-retry'], rules: CREATES_TWICE },
}

const renderTries = ({ calls }: Report) =>
  calls.map(({ tries }) => tries.map(({ status, gap = 0, took }) => `${gap} s, ${status} in ${took} s`).join('; ')).join(' | ')

/** A sentence for each rule with an unexpected verdict. */
export function findSurprises({ client, suite, scenario, report }: Row): string[] {
  const trouble = suite === 'calls' ? FAILED[scenario] : undefined
  const expected = trouble?.clients.includes(client) ? trouble.rules : []
  const failed = report.rules.filter(({ findings }) => findings.some(({ level }) => level === 'fail'))
  const isMissed = expected.length > 0 && !failed.some(({ rule }) => expected.includes(rule))
  const accused = failed
    .filter(({ rule }) => !expected.includes(rule))
    .map(({ rule, findings }) => {
      const messages = findings.map(({ message }) => message).join(' ')
      return `${client}, ${suite}, ${scenario}: ${rule} fails it: ${messages} The tries were ${renderTries(report)}`
    })
  return [...(isMissed ? [`${client}, ${scenario}: ${expected.join(' or ')} should fail it`] : []), ...accused]
}
