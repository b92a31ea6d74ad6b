// Renders skills/petstore-sandbox/SKILL.md, which tells a coding agent how to test a client with the sandbox. The sources are the
// two OpenAPI documents, the scenario files and the rules of the report. `npm run docs` writes the file again.
// agentskills.io describes the format.

import type { Contract } from '../src/contract/contract.ts'
import type { Catalogue } from '../src/scenarios/catalogue.ts'
import { OWN_WORLD, renderCalls, renderOperations, renderPlans, renderScenario } from '../src/serve/llms.ts'

export const SKILL = 'skills/petstore-sandbox/SKILL.md'

interface SkillParts {
  readonly contract: Contract
  readonly control: Contract
  readonly scenarios: ReturnType<Catalogue['list']>
  /** The methods of the handle of a sandbox and of a world, for example `clock.set`. */
  readonly methods: { readonly sandbox: readonly string[]; readonly world: readonly string[] }
  readonly rules: readonly { readonly name: string; readonly asks: string }[]
}

export const renderSkill = ({ contract, control, scenarios, rules, methods }: SkillParts) => `---
name: petstore-sandbox
description: Starts a local sandbox of the Pet Store API, points a client and its tests at it, forces errors, rate limits and broken connections, and reads the verdict on how the client behaved. Use this skill to write, test or debug a client of the Pet Store API without an account and without the network.
license: MIT
---

# Test a client of the Pet Store API

The sandbox answers like the service, with state, keys and rate limits. It watches every client. At the end its report says what
the client did wrong, which requests show it, and what to do.

## Run your tests against a sandbox

\`\`\`sh
npx petstore-sandbox exec -- npm test
\`\`\`

This starts a sandbox on a free port, runs the command, prints the report on standard error, and stops the sandbox. The command finds
these variables:

- \`PETSTORE_BASE_URL\`, for example \`http://127.0.0.1:41235${contract.basePath}\`
- \`PETSTORE_API_KEY\`, for example \`sandbox_${contract.plans.at(-1)?.name}\`
- \`PETSTORE_SANDBOX_URL\`, the address of the control API without a path

Make the client read its base URL and its key from the first two variables. To work with a sandbox that keeps running:

\`\`\`sh
npx petstore-sandbox --ephemeral        # serves http://127.0.0.1:4010${contract.basePath}
npx petstore-sandbox wait               # until it answers
eval "$(npx petstore-sandbox env)"      # sets the variables
npx petstore-sandbox report             # the verdict
npx petstore-sandbox inject -- npm test # runs your tests again and again, each time with one fault at one call
\`\`\`

\`inject\` prints its report on standard output, and takes minutes: each call costs about eight runs of your tests. Of calls with the
same fields, it tries three. \`--quick\` tries three faults, and \`--only createPet\` one operation. Several runs go at the same time. Tests
that share files or ports, or have tight time-outs, need \`--jobs 1\`.

To start it in the background, write \`node_modules/.bin/petstore-sandbox --ephemeral &\`, and end it with \`kill $!\`. Behind \`npx\`, \`$!\` is
the pid of npx, and the sandbox goes on. With \`--port 0\` the system chooses a free port. In a pipe, the first line on standard output is JSON: its \`url\` is the base URL.

\`http://127.0.0.1:4010/llms.txt\` describes the running sandbox. \`/openapi.yaml\` is the contract: generate clients and types from it. With
\`?assumptions=include\` it has what the sandbox assumes too, such as the next page of a list.
\`npx petstore-sandbox mcp\` serves tools for coding agents (Model Context Protocol).

## Keys and worlds

Send \`Authorization: Bearer <key>\`. A key names a plan: ${renderPlans(contract.plans)}.
\`sandbox_expired\` and \`sandbox_revoked\` always get 401. A name after the plan names a world: \`sandbox_free_w1\`. A world is a
private copy of everything. Give each parallel test or worker its own world. Then no test needs a clean-up.
${OWN_WORLD}

## Operations

The sandbox also gives the replies after \`Assumed\`, where the document of the service is silent. Every error has the body
\`{"code":"…","message":"…","status":404}\`.

A list may have a next page: the reply then has the header \`Link: <…?cursor=…>; rel="next"\`. Call this URL as it is, until a reply has no
such link. The body stays an array. Do not make cursors.

${sayOf(contract, 'invalid-query')} An unknown parameter changes nothing, and the report advises against it.

${renderOperations(contract)}

## Force trouble

- for one request: the header \`Sandbox-Scenario: flaky;failures=1\`
- for one client that cannot send headers: the base URL \`http://127.0.0.1:4010/~flaky,failures=1${contract.basePath}\`, with a comma for the semicolon
- for one world: \`PUT /_sandbox/worlds/w1/scenarios\` with \`[{"name":"flaky","parameters":{"failures":1}}]\`

Durations are seconds. Parameters may be left out. \`commit\` says when the operation is carried out: \`before\` the fault, or
\`never\`. The scenarios, with their defaults:

${scenarios.map(renderScenario).join('\n')}

## Drive a world

These calls of the control API have an example of their body. A call that writes creates its world. The filters of the journal:
\`operation=createPet\`, \`status=404\` or \`status=4XX\` (one status or one class), \`cause=rate-limit\`, \`case=…\`, \`since=\` (a time or the id of a
request), \`text=\`; \`count=2&wait=5\` waits up to five seconds until two requests match. \`PUT …/data\` replaces only the collections that the
body names.

${renderCalls(control)}

## In TypeScript or JavaScript

\`\`\`ts
import { assertVerdict, startSandbox } from 'petstore-sandbox'

const sandbox = await startSandbox() // or connectSandbox('http://127.0.0.1:4010'), for one that runs
const world = sandbox.world('w1')
await world.scenarios.put([{ name: 'flaky', parameters: { failures: 1 } }])
// The client under test gets sandbox.url and sandbox.key('enterprise', 'w1').
const headers = { Authorization: \`Bearer \${sandbox.key('enterprise', 'w1')}\`, ...sandbox.case('lists') }
while ((await fetch(\`\${sandbox.url}/pets\`, { headers })).status !== 200) await new Promise((resolve) => setTimeout(resolve, 200))
const failed = await world.requests.list({ operation: 'listPets', status: '5XX' })
console.log(failed.length, failed[0]?.reply?.status) // 1 500
await world.clock.advance(61)
await world.limits.set('free', { remaining: 2 }) // the plan comes first
const { pets } = await world.data.get() // { pets: [{ id: 1, name: 'Rex', … }], orders: […] }
console.log(pets?.length) // 15
const report = await sandbox.report()
// rules is an array. Each entry has its name in rule, and broken, advised, shown, clear or not-exercised in verdict.
console.log(report.rules.find(({ rule }) => rule === 'authenticates')?.verdict) // shown
assertVerdict(report, { exempt: [{ rule: 'no-deprecated-calls', reason: 'we change it in May' }] })
await sandbox.close()
\`\`\`

Each call of the control API is a method, named by its subject and a verb instead of the operationId. The sandbox has
${quoted(methods.sandbox)}. A world has ${quoted(methods.world)}. A refusal is a
\`SandboxError\` with a \`code\` and a \`message\` that says what to do. \`connectSandbox\` takes the address without \`/v1\`.

## Name your tests

Send \`Sandbox-Case: "creates a pet"\` with the requests of a test. When a test wants an error, name the status that it expects:
\`Sandbox-Case: "refuses no name";expect=400\`. Without \`expect\`, the report counts the error as a mistake. Several statuses: \`expect="400 409"\`.
\`sandbox.case(name, { expect })\` renders the header: \`expect\` is a status or a list of them.

## Read the verdict

Exit codes of \`exec\`, \`inject\` and \`report\`: 0 passed, 10 failed, 11 coverage too low (not \`inject\`); \`exec\` ends with the code of your tests if that is not 0,
and \`inject\` if they fail without a fault.
\`--format json\` gives the report as data. \`verdict\` is \`passed\` or \`failed\`, and \`reasons\` says why. \`findings\` has the mistakes, the worst
first: \`expected\` and \`observed\` say what happened, \`fix\` says what to do, and \`evidence\` has the requests that show it.
\`GET /_sandbox/requests/{id}\` shows such a request. A finding \`from\` a \`pattern\` is advice: it "looks like" a mistake, and may be the doing
of a test. Run the command in \`prove\`, if there is one: the campaign plays a fault and a control, and proves the mistake or not. The
command in \`replay\` plays one run of a campaign again.

A rule in \`rules\` is \`shown\` when a fact shows that the client keeps it. \`clear\` means that nothing was found against it,
and \`not-exercised\` that no call shows anything. So a passed report does not say that a rule was tested. For each response that the client
has not met, \`coverage\` says what causes it.

Correct the client, not your tests, unless the finding is about them. When a rule does not fit, exempt it and give the reason: \`--exempt rule=reason\`. Options: \`--fail-on advice\`,
\`--min-coverage 80\`, \`--output report.xml\` (JUnit).

${rules.map(({ name, asks }) => `- \`${name}\`: ${asks}`).join('\n')}
`

const quoted = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ')

/** What the sandbox does by default where the document of the service is silent. */
function sayOf({ assumptions }: Contract, id: string): string {
  const { choices, choice } = assumptions.find((assumption) => assumption.id === id) ?? { choices: {}, choice: '' }
  return String(Reflect.get(choices, choice))
}
