// A client should send its own User-Agent, so that the service knows who calls and can tell them about a problem.

import { shorten } from '../../text/cut.ts'
import { certain, type Rule, samplesOf, sumOf } from './rule.ts'

/** A person who tries a command sends fewer calls. */
const ENOUGH = 3

/** The default products of libraries and tools, in small letters. */
const DEFAULTS = new Set([
  ...['node', 'node.js', 'undici', 'node-fetch', 'axios', 'got', 'ky', 'superagent', 'node-superagent', 'needle', 'deno', 'bun', 'cypress'],
  ...['python-requests', 'python-urllib', 'python-urllib3', 'python-httpx', 'python', 'aiohttp', 'urllib3', 'httpie', 'cpython', 'linux'],
  ...['go-http-client', 'go-resty', 'java', 'java-http-client', 'okhttp', 'apache-httpclient', 'apache-cxf', 'jersey', 'ktor-client'],
  ...['reactornetty', 'spring', 'ruby', 'faraday', 'rest-client', 'typhoeus', 'http.rb', 'guzzlehttp', 'symfony', 'php', 'pear'],
  ...['reqwest', 'hyper', 'ureq', 'restsharp', 'dart', 'libwww-perl', 'lwp', 'curl', 'wget', 'libcurl', 'powershell', 'darwin'],
  ...['postmanruntime', 'insomnia', 'bruno-runtime', 'k6', 'openapi-generator', 'swagger-codegen', 'unirest', 'unirest-java'],
  ...['alamofire', 'cfnetwork'],
])

export const identifiesItself: Rule = {
  name: 'identifies-itself',
  level: 'advice',
  ground: 'RFC 9110 §10.1.5',
  asks: 'Send a User-Agent that names the client and its version, for example my-client/1.2.0.',
  exercise: `Send ${ENOUGH} calls.`,
  countsOnly: true,
  judge({ tallies }) {
    const named = tallies.filter(({ program }) => !program.isMixed)
    const judged = [...Map.groupBy(named, ({ program }) => program.userAgent ?? '')]
      .map(([kind, own]) => ({ kind, own, count: sumOf(own, ({ calls }) => calls) }))
      .filter(({ count }) => count >= ENOUGH)
    const nameless = judged.filter(({ kind }) => !isNamed(kind))
    const found = nameless.map(({ kind, own, count }) => ({
      by: certain(kind === '' ? 'the header is missing' : 'the name is known as a default', 'only tests send these calls: nothing to do'),
      expected: 'User-Agent: my-client/1.2.0',
      observed: kind === '' ? 'sends no User-Agent' : `sends the User-Agent ${shorten(kind)}, the default of its library`,
      evidence: samplesOf(own),
      place: { in: 'header', place: 'User-Agent' } as const,
      ...{ kind, count },
    }))
    return { found, isShown: judged.length > 0 }
  },
}

/** True when a product beside the defaults is named. A browser counts as named, because a page cannot choose the User-Agent. */
function isNamed(userAgent: string): boolean {
  const words = userAgent.replaceAll(/\([^()]*\)/g, ' ').split(/\s+/)
  const names = words.map((word) => word.split('/')[0]?.toLowerCase() ?? '')
  return names.some((name) => name === 'mozilla' || (name !== '' && !DEFAULTS.has(name)))
}
