// The report on the clients, by spec/report.schema.json, as types of the library. Written by npm run docs.

/** The report of the sandbox on its clients. */
export interface Report {
  /** The version of this format. A change that would break readers increases it. */
  readonly version: 3
  /** Whether the clients passed. Facts and proofs fail a client, and patterns advise. */
  readonly verdict: 'passed' | 'failed'
  /** The reasons for the verdict `failed`, a sentence each; empty when the verdict is `passed`. */
  readonly reasons: readonly string[]
  /** What somebody should know about the verdict: a sentence each. */
  readonly notices: readonly string[]
  /** The sandbox and the contract, for somebody who wants to check the verdict. */
  readonly judgedBy: JudgedBy
  /** What happened in the run. */
  readonly facts: RunFacts
  /** What looks wrong. Findings that fail the client come first. */
  readonly findings: readonly Finding[]
  /** Every rule, in the order of the table. */
  readonly rules: readonly RuleReport[]
  /** The runs of a campaign, each with a fault. Empty in the report on one run. */
  readonly runs: readonly Run[]
  /** What your tests notice of wrong replies. Empty without lies. This is about your tests, and never about the client. */
  readonly lies: readonly Lie[]
  /** About the campaign as a whole; absent in the report on one run. */
  readonly campaign?: CampaignFacts
  /** The documented responses, and which of them the client has met. */
  readonly coverage: Coverage
  /** What the client was told against what exists, for each operation that creates items. */
  readonly balance: readonly Balance[]
}

/** What happened in a run, without a judgement. */
export interface RunFacts {
  /** The number of exchanges that were judged. */
  readonly exchanges: number
  /** Facts that the sandbox did not keep, because its memory for them was full. There may be more findings then. */
  readonly dropped: number
  /** The worlds that were judged. */
  readonly worlds: readonly string[]
  /** The world that was asked for; absent in the report of all worlds. */
  readonly world?: string
  /** Calls to paths outside of the base URL. They are not counted as exchanges. */
  readonly unmatched?: Unmatched
  /** Each failed call with the equal calls after it, oldest first. */
  readonly calls: readonly Timeline[]
  /** The ids of the assumptions that replies depended on. */
  readonly assumptions: readonly string[]
}

/** What looks wrong in a client. One finding stands for all worlds, programs and operations with the same mistake. */
export interface Finding {
  /** The name of the rule; of a finding without a rule, the outcome of the run. */
  readonly rule: string
  /** `fact`: it happened, and needs no inference. `pattern`: calls look like a mistake, and may be the doing of a test. `proof`: an experiment with its control shows it. */
  readonly from: 'fact' | 'pattern' | 'proof'
  /** Facts and proofs fail the client, and patterns advise. */
  readonly level: Level
  /** What a heading shows: the name of the rule, or what a pattern looks like. */
  readonly title: string
  /** The rest of the heading, for example `GET /v1/pets` or `createPet#1 × lost-reply`. */
  readonly where: string
  /** What the client should have done. */
  readonly expected: string
  /** What happened instead. */
  readonly observed: string
  /** What would make a pattern no mistake. */
  readonly unless?: string
  /** What the control of the experiment showed. */
  readonly control?: string
  /** What to do. */
  readonly fix?: string
  /** The command that would prove a pattern. `<your tests>` stands for the command of your tests, where it is not known. */
  readonly prove?: string
  /** The command that shows a proof again. */
  readonly replay?: string
  /** How often the mistake was found. */
  readonly count: number
  /** Requests that show the mistake, at most 20, each with its own numbers. */
  readonly evidence: readonly Evidence[]
  /** The operationId of the first request. */
  readonly operation?: string
  /** The reason, if the policy exempts this finding. */
  readonly exempted?: string
}

/** A request that shows a mistake. */
export interface Evidence {
  /** The id of the request. */
  readonly request: string
  /** The method, for example `GET`. */
  readonly method: string
  /** Path and query. */
  readonly target: string
  /** The time of arrival in ISO 8601, real time. */
  readonly at: string
  /** The status that the client saw. 0 without a reply. */
  readonly status: number
  /** The world of the request. */
  readonly world: string
  /** The operationId. */
  readonly operation?: string
  /** The test (`Sandbox-Case`). */
  readonly case?: string
  /** The User-Agent. */
  readonly program?: string
  /** The numbers of this request, for example `back after 0.51 s of 5 s`. */
  readonly note?: string
}

/** How bad a finding is: it fails the client, or it only advises. */
export type Level = 'fail' | 'advice'

/** The result of one rule. */
export interface RuleReport {
  /** The name of the rule. */
  readonly rule: string
  /** The reason for the rule: a node of the contract, a section of an RFC, or an assumption. */
  readonly ground: string
  /** A sentence that says what a client has to do. */
  readonly asks: string
  /** `broken`: a finding of the rule fails the client. `advised`: there is advice. `shown`: a fact shows that the client keeps the rule. `clear`: nothing was found against it, which shows nothing. `not-exercised`: nothing can be said. */
  readonly verdict: 'broken' | 'advised' | 'shown' | 'clear' | 'not-exercised'
}

/** A run of your tests with one fault. */
export interface Run {
  /** The call with the fault, for example `createPet#1`; `*` for a fault of the whole run. */
  readonly call: string
  /** The fault, for example `lost-reply`, `big-ids` or `order:shuffled`. */
  readonly fault: string
  /** The group of the fault. */
  readonly group: 'errors' | 'later' | 'choices'
  /** What came of the run. */
  readonly outcome: Outcome
  /** Whether the run fails the client, advises, or shows nothing wrong. */
  readonly level: 'fail' | 'advice' | 'pass'
  /** The rule that the outcome is about. */
  readonly rule?: string
  /** The reason, if the policy exempts this run. */
  readonly exempted?: string
  /** The test of the call (`Sandbox-Case`). */
  readonly case?: string
  /** Method and path of the call, for example `POST /v1/pets`. */
  readonly target?: string
  /** The exit code of your tests. */
  readonly exitCode: number
  /** How long the run took. */
  readonly seconds: number
  /** The call and the equal calls after it. */
  readonly tries: readonly {
    /** The seconds since the end of the call before. */
    readonly gap?: number
    /** 0 without a reply. */
    readonly status: number
  }[]
  /** What happened, in a sentence. */
  readonly observed: string
  /** What the control showed. */
  readonly control?: string
  /** The command that shows the run again. */
  readonly replay: string
}

/** What came of a run with a fault. */
export type Outcome = 'twice' | 'early' | 'hammers' | 'stuck' | 'waited' | 'unfinished' | 'unseen' | 'told' | 'ok' | 'broke'

/** About a campaign as a whole. */
export interface CampaignFacts {
  /** How long the campaign took. */
  readonly seconds: number
  /** The run without a fault. */
  readonly reference: {
    /** How long it took. */
    readonly seconds: number
    /** The number of its calls. */
    readonly calls: number
  }
  /** The runs that were not made. */
  readonly leftOut: readonly {
    /** The call. */
    readonly call: string
    /** The fault. */
    readonly fault: string
    /** Why the run was left out. */
    readonly reason: string
  }[]
  /** Calls that differ between two runs without a fault. */
  readonly unstable: readonly string[]
}

/** Calls to paths outside of the base URL. */
export interface Unmatched {
  /** How many such calls came. */
  readonly count: number
  /** The method of one of these calls: the first that lacks only the base path, or else the first of all. */
  readonly method: string
  /** The path of the same call, cut at 100 characters. */
  readonly path: string
  /** The end of the base URL. */
  readonly basePath: string
  /** True when only the base path was missing. */
  readonly fits: boolean
}

/** Which sandbox judged. */
export interface JudgedBy {
  /** The version of the sandbox. */
  readonly sandbox: string
  /** Title and version of the OpenAPI document. */
  readonly contract: {
    /** The title of the OpenAPI document. */
    readonly title: string
    /** The version of the OpenAPI document. */
    readonly version: string
  }
  /** The seed of the fixtures. */
  readonly seed: number
}

/** What the clients were told about the items of one path, against what exists. */
export interface Balance {
  /** The name of the items, for example `pets`. */
  readonly items: string
  /** The world of the items. */
  readonly world: string
  /** Items that were created, and the client was told so. */
  readonly told: number
  /** Items that were created, but the reply never reached the client. */
  readonly untold: number
}

/** A failed call and the equal calls after it. Nobody knows whether the client or a test sent them. Times are seconds of real time. */
export interface Timeline {
  /** The world of the call. */
  readonly world: string
  /** The operationId. */
  readonly operation?: string
  /** The method, for example `GET`. */
  readonly method: string
  /** Path and query. */
  readonly target: string
  /** The test that the call belongs to (`Sandbox-Case`). */
  readonly case?: string
  /** How the last of these calls ended. */
  readonly outcome: 'succeeded' | 'failed' | 'refused'
  /** Present when the test announced the last error with `expect`. */
  readonly announced?: true
  /** The calls, in the order of their arrival. */
  readonly tries: readonly TimelineTry[]
}

/** One of the equal calls. The journal has the record of this call. */
export interface TimelineTry {
  /** The id of the request. */
  readonly request: string
  /** The time since the end of the call before; absent for the first call, and for a call that came while the call before was under way. */
  readonly gap?: number
  /** 0 without a reply. */
  readonly status: number
}

/** How much of the contract the client has met. */
export interface Coverage {
  /** The percentage of the documented responses that were met, forced or not. Optional responses do not count. */
  readonly percent: number
  /** Every operation of the contract. */
  readonly operations: readonly OperationCoverage[]
}

/** The responses of one operation. */
export interface OperationCoverage {
  /** The operationId of the contract. */
  readonly operationId: string
  /** Whether the operation is deprecated. Its responses are optional then. */
  readonly deprecated: boolean
  /** Every response of the operation. */
  readonly responses: readonly ResponseCoverage[]
}

/** One response of an operation. */
export interface ResponseCoverage {
  /** The status in the contract, for example `200`. */
  readonly status: string
  /** How often the client met this response. */
  readonly met: number
  /** True when the response does not count: it is an assumption, or its operation is deprecated. */
  readonly optional: boolean
  /** What causes the response, for example `Sandbox-Scenario: unauthorized`; absent after the response was met. */
  readonly reachWith?: string
}

/** What your tests notice of one field of an operation's replies, or of its list. */
export interface Lie {
  /** The operationId. */
  readonly operation: string
  /** The name of the field; `items`, `stale` or `link` for lies about a list. */
  readonly field: string
  /** `value`: your tests check what the field has. `absence`: they need the field. `nothing`: they pass whatever it has. */
  readonly noticed: 'value' | 'absence' | 'nothing'
  /** The lies about this field. */
  readonly told: readonly {
    /** The name of the lie, for example `name:other`. */
    readonly lie: string
    /** What the replies had. */
    readonly gives: string
    /** `noticed`: your tests failed. `unmet`: no reply of the run could be changed. */
    readonly result: 'noticed' | 'unnoticed' | 'unmet'
    /** The command that shows the run again. */
    readonly replay: string
  }[]
}
