// The environment variables that point a client at a sandbox, and the client's tests at the control API.

import type { SandboxHandle } from '../client/handle.ts'
import type { PlanName } from '../ground/generated/names.ts'
import { StartError } from '../ground/problem.ts'
import { didYouMean } from '../ground/words.ts'

/** The properties of a sandbox that its client must know. */
type Target = Pick<SandboxHandle, 'url' | 'origin' | 'plans' | 'key'> & { readonly authorityFile?: string }

/**
 * The environment of a client under test: the variables that it has anyway, and those that point it at the sandbox. Throws a StartError for
 * an unknown plan.
 */
export function clientEnvironment(env: NodeJS.ProcessEnv, sandbox: Target, plan: PlanName, controlToken?: string): NodeJS.ProcessEnv {
  const { plans } = sandbox
  if (!plans.includes(plan))
    throw new StartError((optionName) => {
      const hint = didYouMean(plan, plans, `; the plans are ${plans.join(', ')}`)
      return `${optionName('plan')} ${plan}: there is no such plan${hint}`
    })
  const { NO_PROXY: upper, no_proxy: lower } = env
  return {
    ...env,
    PETSTORE_BASE_URL: sandbox.url,
    PETSTORE_API_KEY: sandbox.key(plan),
    PETSTORE_SANDBOX_URL: sandbox.origin,
    ...(controlToken !== undefined && { PETSTORE_SANDBOX_CONTROL_TOKEN: controlToken }),
    ...(sandbox.authorityFile !== undefined && trustVariables(sandbox.authorityFile)),
    NO_PROXY: withoutProxy(upper ?? lower),
    no_proxy: withoutProxy(lower ?? upper),
  }
}

/** A proxy does not reach the sandbox, or answers in its place. `*` means that no proxy is used, but only if it stands alone. */
function withoutProxy(list = ''): string {
  const hosts = list.split(',').filter((host) => host.trim() !== '')
  return list.trim() === '*' ? list : [...new Set([...hosts, '127.0.0.1', 'localhost', '::1'])].join(',')
}

/** Their readers, in this order: Node.js; Python's ssl, Go and OpenSSL; Python's requests; curl. */
const TRUST = ['NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'REQUESTS_CA_BUNDLE', 'CURL_CA_BUNDLE']

export const trustVariables = (file: string) => Object.fromEntries(TRUST.map((name) => [name, file]))
