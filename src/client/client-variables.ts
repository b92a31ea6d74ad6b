// The environment variables that point a client at a sandbox, and the client's tests at the control API.

import type { PlanName } from '../ground/generated/names.ts'
import { renderKnownKey } from '../ground/world-name.ts'
import type { SandboxHandle } from './handle.ts'

type Target = Pick<SandboxHandle, 'url' | 'origin' | 'plans'> & { readonly authorityFile?: string }

/** Throws a Problem for an unknown plan. */
export function clientEnvironment(env: NodeJS.ProcessEnv, sandbox: Target, plan: PlanName, controlToken?: string): NodeJS.ProcessEnv {
  const { NO_PROXY: upper, no_proxy: lower } = env
  return {
    ...env,
    PETSTORE_BASE_URL: sandbox.url,
    PETSTORE_API_KEY: renderKnownKey(sandbox.plans, plan),
    PETSTORE_SANDBOX_URL: sandbox.origin,
    ...(controlToken !== undefined && { PETSTORE_SANDBOX_CONTROL_TOKEN: controlToken }),
    ...(sandbox.authorityFile !== undefined && trustVariables(sandbox.authorityFile)),
    NO_PROXY: withoutProxy(upper ?? lower),
    no_proxy: withoutProxy(lower ?? upper),
  }
}

/** A proxy does not reach the sandbox, or answers in its place. A `*` that stands alone already turns off all proxies. */
function withoutProxy(list = ''): string {
  const hosts = list.split(',').filter((host) => host.trim() !== '')
  return list.trim() === '*' ? list : [...new Set([...hosts, '127.0.0.1', 'localhost', '::1'])].join(',')
}

/** Their readers, in this order: Node.js; Python's ssl, Go and OpenSSL; Python's requests; curl. */
const TRUST = ['NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'REQUESTS_CA_BUNDLE', 'CURL_CA_BUNDLE']

export const trustVariables = (file: string) => Object.fromEntries(TRUST.map((name) => [name, file]))
