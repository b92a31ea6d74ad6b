// A client should send its own User-Agent, so that the service knows who calls and can tell them about a problem.

import { addEvidence, addFinding, createTally, type Subject, subjectOf } from '../tally.ts'
import type { Rule } from './rule.ts'

interface State {
  /** The calls of each User-Agent. */
  readonly agents: Map<string, { readonly subject: Subject; readonly isKnown: boolean; readonly requests: string[]; count: number }>
}

const MAX_AGENTS = 200

/** The default User-Agents of libraries and tools. */
const DEFAULTS = new RegExp(
  `^(?:${[
    ...['node', 'undici', 'node-fetch', 'axios', 'got', 'ky', 'superagent', 'node-superagent', 'needle', 'deno', 'bun', 'cypress'],
    ...['python-requests', 'python-urllib3?', 'python-httpx', 'python', 'aiohttp', 'urllib3', 'httpie'],
    ...['go-http-client', 'go-resty', 'java', 'java-http-client', 'okhttp', 'apache-httpclient', 'apache-cxf', 'jersey', 'ktor-client'],
    ...['reactornetty', 'spring', 'ruby', 'faraday', 'rest-client', 'typhoeus', 'http\\.rb', 'guzzlehttp', 'symfony', 'php', 'pear'],
    ...['reqwest', 'hyper', 'ureq', 'restsharp', 'dart', 'libwww-perl', 'lwp', 'curl', 'wget', 'libcurl', 'powershell'],
    ...[
      'postmanruntime',
      'insomnia',
      'bruno-runtime',
      'k6',
      'openapi-generator',
      'swagger-codegen',
      'unirest(?:-java)?',
      'alamofire',
      'cfnetwork',
    ],
  ].join('|')})(?:$|[/ ;(])`,
  'i',
)

export const identifiesItself: Rule<State> = {
  name: 'identifies-itself',
  level: 'advice',
  asks: 'Send a User-Agent that names the client and its version.',
  shows: 'the client names itself in User-Agent',
  hint: 'No call came.',
  create: () => ({ agents: new Map() }),
  see({ agents }, exchange, { userAgent = '' }) {
    let agent = agents.get(userAgent)
    if (agent === undefined) {
      if (agents.size >= MAX_AGENTS) return
      agent = { subject: { world: subjectOf(exchange).world }, isKnown: isOwn(userAgent), requests: [], count: 0 }
      agents.set(userAgent, agent)
    }
    agent.count += 1
    if (!agent.isKnown) addEvidence(agent.requests, exchange.id)
  },
  conclude(states) {
    const tally = createTally()
    let isExercised = false
    for (const { agents } of states)
      for (const [userAgent, { subject, isKnown, requests, count }] of agents) {
        if (isKnown) isExercised = true
        else
          addFinding(tally, {
            ...subject,
            program: userAgent,
            level: 'advice',
            in: 'header',
            place: 'User-Agent',
            message:
              userAgent === ''
                ? 'The client sends no User-Agent.'
                : `The client sends the User-Agent ${userAgent.slice(0, 100)}, which is the default of its library.`,
            advice: 'Send User-Agent: my-client/1.2.0, with the name and the version of the client.',
            requests,
            count,
          })
      }
    return { isExercised, findings: [...tally.findings.values()] }
  },
}

/** A browser counts as named, because a page cannot choose the User-Agent. */
const isOwn = (userAgent: string) => userAgent !== '' && (userAgent.startsWith('Mozilla/') || !DEFAULTS.test(userAgent))
