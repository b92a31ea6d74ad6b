// The environment variables that point a client at a sandbox, and the client's tests at the control API.

import type { PlanName } from '../../spec/names.ts'
import type { SandboxHandle } from '../client/handle.ts'
import { StartError } from '../errors/problem.ts'
import { didYouMean } from '../text/nearest.ts'

/** The properties of a sandbox that its client must know. */
type Target = Pick<SandboxHandle, 'url' | 'origin' | 'plans' | 'key'> & { readonly authorityFile?: string }

/** Throws a StartError for an unknown plan. */
export function clientVariables(sandbox: Target, plan: PlanName, controlToken?: string): Record<string, string> {
  refuseUnknownPlan(plan, sandbox.plans)
  return {
    PETSTORE_BASE_URL: sandbox.url,
    PETSTORE_API_KEY: sandbox.key(plan),
    PETSTORE_SANDBOX_URL: sandbox.origin,
    ...(controlToken !== undefined && { PETSTORE_SANDBOX_CONTROL_TOKEN: controlToken }),
    ...(sandbox.authorityFile !== undefined && trustVariables(sandbox.authorityFile)),
  }
}

export function refuseUnknownPlan(plan: string, plans: readonly string[]): void {
  if (plans.includes(plan)) return
  throw new StartError(`--plan ${plan}: there is no such plan${didYouMean(plan, plans, `; the plans are ${plans.join(', ')}`)}`)
}

/** Their readers, in this order: Node.js; Python's ssl, Go and OpenSSL; Python's requests; curl. */
const TRUST = ['NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'REQUESTS_CA_BUNDLE', 'CURL_CA_BUNDLE']

export const trustVariables = (file: string) => Object.fromEntries(TRUST.map((name) => [name, file]))
