// Writes docs/reference/clients.md: first a matrix of clients and scenarios, then the table of inject.ts, then for each scenario the tries of the
// clients and the verdicts of the sandbox.

import { readFileSync, writeFileSync } from 'node:fs'
import type { Report } from '../../src/ground/generated/report.ts'
import type { Conduct, Try } from './observe.ts'
import { GLANCES, PATIENCE, SUITES, TRIALS, type Trial } from './scenarios.ts'

/** One client in one scenario. */
export interface Row {
  readonly client: string
  /** `calls`, or the name of an ordinary suite. */
  readonly suite: string
  readonly scenario: string
  readonly conduct: readonly Conduct[]
  readonly report: Report
}

interface ShownClient {
  readonly name: string
  readonly version: string
  /** The settings of the client. */
  readonly set: string
}

export function writePage(file: string, clients: readonly ShownClient[], rows: readonly Row[]): void {
  const campaign =
    CAMPAIGN.exec(readFileSync(file, 'utf8'))?.[0] ?? '<!-- clients: written by npm run docs -- inject -->\n<!-- /clients -->'
  const parts = [head(clients), matrix(clients, rows), injected(campaign), ...TRIALS.map((trial) => section(trial, rows)), ordinary(rows)]
  writeFileSync(file, parts.join('\n'))
}

/** The table that inject.ts writes. */
export const CAMPAIGN = /<!-- clients: .*<!-- \/clients -->/s

/** Rows are scenarios, because there are more of them than clients. */
function matrix(clients: readonly ShownClient[], rows: readonly Row[]): string {
  const lines = [...TRIALS, ...GLANCES].map(({ scenario }) => {
    const cells = clients.map(({ name }) => {
      const row = rows.find((one) => one.client === name && one.suite === 'calls' && one.scenario === scenario)
      return row === undefined ? '' : renderCell(row)
    })
    return `| ${[`\`${scenario}\``, ...cells].join(' | ')} |`
  })
  return `## At a glance

A cell has the end of \`GET /pets\` and of \`POST /pets\`, the rules that **fail** the client, and the rules that advise it. The scenarios
have their default parameters, so a wait of one second after a 429 is too short to judge.

| scenario | ${clients.map(({ name }) => name).join(' | ')} |
| --- |${' --- |'.repeat(clients.length)}
${lines.join('\n')}
`
}

function renderCell({ conduct, report }: Row): string {
  const found = report.rules.filter(({ verdict }) => verdict === 'broken' || verdict === 'advised')
  const words = found.map(({ rule, verdict }) => (verdict === 'broken' ? `**${rule}**` : rule))
  return [conduct.map(endOf).join(', '), ...words].join('<br>')
}

const endOf = ({ outcome }: Conduct) => (outcome === 'ok' ? 'ok' : outcome === 'does not end' ? 'hangs' : 'gives up')

const injected = (table: string) => `## With one fault at one call

[A campaign](../examine.md) examines the same clients in another way: it ran tests of four calls (list, one page, create, read back)
again and again, each time with one fault at one call. Each call was allowed to try again 3 times, and each try was allowed to take
${PATIENCE} seconds. A cell has the outcomes of all reads (\`GET\`) or of the creation (\`POST\`).

${table}

got, ky, undici and urllib3 repeat no creation. The others repeat a creation whose reply was lost, cut or late, because they repeat every
call that fails, or because their settings allow it. p-retry, tenacity, Failsafe and resilience4j do not read \`Retry-After\`; p-retry and
tenacity also repeat a 401. The JavaScript clients round ids above 2^53, because \`JSON.parse\` does.
`

const head = (clients: readonly ShownClient[]) => `# Real clients

This page is for people who choose or configure an HTTP client, and for people who want to check the judgement of the sandbox. It
says what well-known clients do when the service makes trouble, and what the report of the sandbox says of them.
\`npm run docs -- clients\` runs the clients and writes this page.

Each client made the same two calls, \`GET /pets\` and \`POST /pets\`, in each scenario. Each call was allowed
to try again 3 times (5 times in \`retry-after-forms\`). Each try was allowed to take ${PATIENCE} seconds. These are the other settings:

| client | version | settings |
| --- | --- | --- |
${clients.map(({ name, version, set }) => `| ${name} | ${version} | ${set} |`).join('\n')}

The tables of the scenarios show the status of each try, and the seconds between two tries. A reply that did not arrive whole is \`cut\`. A try
without any reply is \`lost\`. \`does not end\` means that the client was still in a call when the test stopped its program. The last
column has the rules that the scenario is made for, and every other rule that the sandbox advises about. One run proves nothing about
retries: [the table below](#with-one-fault-at-one-call) does. \`not exercised\` means that the sandbox has seen too little: a wait of
one second cannot be judged, because X-RateLimit-Reset has whole seconds.
`

function section({ scenario, asks, rules }: Trial, rows: readonly Row[]): string {
  const lines = rows
    .filter((row) => row.suite === 'calls' && row.scenario === scenario)
    .map(({ client, conduct, report }) => `| ${[client, ...conduct.map(renderConduct), renderReport(report, rules)].join(' | ')} |`)
  return `## ${scenario}

${asks}

| client | GET /pets | POST /pets | the sandbox says |
| --- | --- | --- | --- |
${lines.join('\n')}
`
}

function ordinary(rows: readonly Row[]): string {
  const names = [...new Set(rows.filter(({ suite }) => suite !== 'calls').map(({ client }) => client))]
  const lines = SUITES.map(({ does, suite, scenario }) => {
    const cells = names.map((name) => {
      const row = rows.find((one) => one.client === name && one.suite === suite && one.scenario === scenario)
      return row === undefined ? '' : `${row.report.facts.exchanges} requests, ${row.report.verdict}`
    })
    return `| ${[does, `\`${scenario}\``, ...cells].join(' | ')} |`
  })
  return `## Ordinary tests

Tests often make equal calls. To a server, equal calls look like retries. The sandbox must not fail a client for them.

| tests | scenario | ${names.join(' | ')} |
| --- | --- |${' --- |'.repeat(names.length)}
${lines.join('\n')}
`
}

function renderConduct({ tries, outcome }: Conduct): string {
  const steps = tries.flatMap((one) => [...(one.gap === undefined ? [] : [`${one.gap.toFixed(1)} s`]), renderTry(one)])
  if (outcome === 'ok') return steps.join(', ')
  return [...steps, outcome === 'does not end' ? outcome : 'gives up'].join(', ')
}

const renderTry = ({ status, isWhole }: Try) => (status === 0 ? '`lost`' : isWhole ? String(status) : `${status} \`cut\``)

const VERDICTS = { broken: '**fails**', advised: 'advice', shown: 'shown', clear: 'clear', 'not-exercised': 'not exercised' }

/** The verdict of each rule that the scenario is about, and of each other rule that the client breaks. */
function renderReport(report: Report, about: readonly string[]): string {
  return report.rules
    .filter(({ rule, verdict }) => about.includes(rule) || verdict === 'advised' || verdict === 'broken')
    .map(({ rule, verdict }) => {
      const finding = report.findings.find((one) => one.rule === rule)
      return `\`${rule}\`: ${VERDICTS[verdict]}${finding === undefined ? '' : `. ${finding.observed.replace(/: req_.*$/, '')}`}`
    })
    .join('<br>')
}
