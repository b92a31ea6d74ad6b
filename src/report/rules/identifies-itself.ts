// A client should send its own User-Agent, so that the service knows who calls and can tell them about a problem.

import type { Mistake, Rule } from './rule.ts'

/** A person who tries a command sends fewer calls. */
const ENOUGH = 3

/** The default products of libraries and tools, in small letters. */
const DEFAULTS = new Set([
  ...['node', 'node.js', 'undici', 'node-fetch', 'axios', 'got', 'ky', 'superagent', 'node-superagent', 'needle', 'deno', 'bun', 'cypress'],
  ...['python-requests', 'python-urllib', 'python-urllib3', 'python-httpx', 'python', 'aiohttp', 'urllib3', 'httpie', 'cpython', 'linux'],
  ...['go-http-client', 'go-resty', 'java', 'java-http-client', 'okhttp', 'apache-httpclient', 'apache-cxf', 'jersey', 'ktor-client'],
  ...['reactornetty', 'spring', 'ruby', 'faraday', 'rest-client', 'typhoeus', 'http.rb', 'guzzlehttp', 'symfony', 'php', 'pear'],
  ...['reqwest', 'hyper', 'ureq', 'restsharp', 'dart', 'libwww-perl', 'lwp', 'curl', 'wget', 'libcurl', 'powershell', 'darwin'],
  ...[
    'postmanruntime',
    'insomnia',
    'bruno-runtime',
    'k6',
    'openapi-generator',
    'swagger-codegen',
    'unirest',
    'unirest-java',
    'alamofire',
    'cfnetwork',
  ],
])

export const identifiesItself: Rule = {
  name: 'identifies-itself',
  level: 'advice',
  since: '2026-11',
  ground: 'RFC 9110 §10.1.5',
  asks: 'Send a User-Agent that names the client and its version.',
  shows: 'the client names itself in User-Agent',
  exercise: `Send ${ENOUGH} calls.`,
  countsOnly: true,
  judge({ tallies }) {
    const programs = [...Map.groupBy(tallies, ({ program }) => (program.isMixed ? undefined : (program.userAgent ?? '')))]
    const counted = programs.map(([userAgent, own]) => ({ userAgent, own, calls: own.reduce((sum, { calls }) => sum + calls, 0) }))
    const judged = counted.filter(({ userAgent, calls }) => userAgent !== undefined && calls >= ENOUGH)
    const found = judged
      .filter(({ userAgent = '' }) => !isNamed(userAgent))
      .map(({ userAgent = '', own, calls }): Mistake => {
        const observed = userAgent === '' ? 'no User-Agent' : `the User-Agent ${userAgent.slice(0, 100)}, the default of its library`
        return {
          confidence: 'certain',
          sign: userAgent === '' ? 'the header is missing' : 'the name is known as a default',
          dismissedBy: 'only tests send these calls: nothing to do',
          expected: 'User-Agent: my-client/1.2.0',
          observed,
          message: `The client sends ${observed}.`,
          advice: 'Send User-Agent: my-client/1.2.0, with the name and the version of the client.',
          evidence: own.flatMap(({ samples }) => samples.map((sample) => [sample] as const)),
          count: calls,
          place: { in: 'header', place: 'User-Agent' },
          kind: userAgent,
        }
      })
    return { found, isShown: judged.length > found.length }
  },
}

/** True when a product beside the defaults is named. A browser counts as named, because a page cannot choose the User-Agent. */
function isNamed(userAgent: string): boolean {
  const products = userAgent
    .replaceAll(/\([^()]*\)/g, ' ')
    .split(/\s+/)
    .filter((word) => word !== '')
  return products.some((word) => {
    const name = (word.split('/')[0] ?? '').toLowerCase()
    return name === 'mozilla' || !DEFAULTS.has(name)
  })
}
