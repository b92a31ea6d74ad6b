// A client names itself.

import type { VirtualSandbox } from '../../../bench/judge/virtual-sandbox.ts'
import { testRule } from './standing.ts'

const as = (userAgent: string) => (sandbox: VirtualSandbox) => void sandbox.call({}, {}, { key: 'sandbox_free_w1', userAgent })

/** What libraries and tools send when nobody sets a name. */
const DEFAULTS = [
  ...['node', 'undici', 'node-fetch/1.0', 'axios/1.7.2', 'got (https://github.com/sindresorhus/got)', 'ky', 'superagent/9', 'needle/3.3'],
  ...['node-superagent/3.8.3', 'Deno/2.1.4', 'Bun/1.2.0', 'Cypress/13', 'python-requests/2.32', 'python-urllib3/2.2', 'python-urllib/3.12'],
  ...['python-httpx/0.27', 'Python/3.12 aiohttp/3.9', 'aiohttp/3.9', 'urllib3/2.2', 'HTTPie/3.2', 'Go-http-client/1.1', 'go-resty/2.13'],
  ...['Java/21', 'Java-http-client/21', 'okhttp/4.12.0', 'Apache-HttpClient/5.3', 'Apache-CXF/4.0', 'Jersey/3.1', 'ktor-client'],
  ...['ReactorNetty/1.1', 'Spring/6', 'Ruby', 'Faraday v2.9', 'rest-client/2.1', 'Typhoeus/1.4', 'http.rb/5.2', 'GuzzleHttp/7', 'Symfony'],
  ...['PHP/8.3', 'PEAR', 'reqwest/0.12', 'hyper/1.4', 'ureq/2.10', 'RestSharp/110', 'Dart/3.5 (dart:io)', 'libwww-perl/6.77', 'LWP'],
  ...['curl/8.5.0', 'Wget/1.21', 'libcurl/8.5', 'PowerShell/7.4', 'PostmanRuntime/7.39', 'insomnia/9.3', 'bruno-runtime/1.20', 'k6/0.52'],
  ...['OpenAPI-Generator/1.0/go', 'Swagger-Codegen/1.0/java', 'unirest-java/3', 'Alamofire/5.9', 'CFNetwork/1490'],
]

testRule('identifies-itself', [
  ['names itself', 'passed', as('pet-client/1.2 (+https://pets.test)')],
  ['sends no User-Agent', 'advised', as(''), /sends no User-Agent/],
  ...DEFAULTS.map((agent) => [`calls itself ${agent}`, 'advised', as(agent)] as const),
  ...['nodejs-pets/2', 'gotham/1', 'javascript-pets/1'].map((agent) => [`calls itself ${agent}`, 'passed', as(agent)] as const),
  ['is a browser', 'passed', as('Mozilla/5.0 (X11; Linux x86_64)')],
  ['does not call', 'not-exercised', () => {}],
])
