// A client names itself.

import type { VirtualSandbox } from '../../../bench/judge/virtual-sandbox.ts'
import { testRule } from './standing.ts'

const as = (userAgent: string) => (sandbox: VirtualSandbox) => void sandbox.call({}, {}, { key: 'sandbox_free_w1', userAgent })

testRule('identifies-itself', [
  ['names itself', 'passed', as('pet-client/1.2 (+https://pets.test)')],
  ['sends no User-Agent', 'advised', as(''), /sends no User-Agent/],
  ...['node', 'undici', 'axios/1.7.2', 'got (https://github.com/sindresorhus/got)', 'python-requests/2.32', 'python-urllib3/2.2'].map(
    (agent) => [`calls itself ${agent}`, 'advised', as(agent)] as const,
  ),
  ...['Go-http-client/1.1', 'Java-http-client/21', 'okhttp/4.12.0', 'Apache-HttpClient/5.3', 'curl/8.5.0', 'Python/3.12 aiohttp/3.9'].map(
    (agent) => [`calls itself ${agent}`, 'advised', as(agent)] as const,
  ),
  ...['nodejs-pets/2', 'gotham/1', 'javascript-pets/1'].map((agent) => [`calls itself ${agent}`, 'passed', as(agent)] as const),
  ['is a browser', 'passed', as('Mozilla/5.0 (X11; Linux x86_64)')],
  ['does not call', 'not-exercised', () => {}],
])
