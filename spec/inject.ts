// The report on a campaign of faults, by spec/inject.schema.json, as types of the library. Written by UPDATE_DOCS=1 npm test.

/** The report of `inject`. Times are seconds. */
export interface InjectReport {
  /** The version of this format. */
  readonly version: 1
  /** `failed` when the outcome of a run fails. */
  readonly verdict: 'passed' | 'failed'
  /** The two runs without a fault. */
  readonly reference: {
    /** The seconds of the longer run. */
    readonly seconds: number
    /** How many calls the suite makes. */
    readonly calls: number
    /** The operations that it calls. */
    readonly operations: readonly string[]
  }
  /** Whether the suite runs failed tests again. Then `duplicate` and `hammered` only advise. */
  readonly suiteRepeatsTests: boolean
  /** Why the verdict is `failed`: a sentence each. */
  readonly reasons: readonly string[]
  /** One entry for each run with a fault. Runs that confirm another run have no entry. */
  readonly runs: readonly RunReport[]
  /** What was not examined, and why. */
  readonly leftOut: readonly LeftOut[]
  /** Calls that only one of the two runs has, and runs whose outcome did not come again. */
  readonly unstable: readonly string[]
  /** What the campaign shows about the rules of the report. */
  readonly rules: readonly ShownRule[]
  /** Whether the campaign was ended before all runs were done. */
  readonly isInterrupted: boolean
  /** The seconds of the whole campaign. */
  readonly seconds: number
}

/** One run with a fault. */
export interface RunReport {
  /** The call with the fault, for example `createPet#2`. For `drift`, the name of the variant. */
  readonly call: string
  /** The world of the call; `*` for a world whose name differs from run to run. */
  readonly world: string
  /** The test that the call belongs to, when the suite names its tests. */
  readonly case?: string
  /** Method and path, for example `POST /v1/pets`. */
  readonly target: string
  /** The name of the fault, or `drift`. */
  readonly fault: string
  /** What happened in the run, in one word. */
  readonly outcome: OutcomeName
  /** Whether the outcome fails the client, advises, or passes. */
  readonly level: OutcomeLevel
  /** The rule of the report that the outcome breaks. */
  readonly rule?: string
  /** The reason, when the policy exempts this run. */
  readonly exempted?: string
  /** Further outcomes that apply to this run and fail. */
  readonly also: readonly OutcomeName[]
  /** For an outcome that fails: whether it came again. `not-met`: the fault met no such call in three more runs. */
  readonly confirmed: 'yes' | 'no' | 'not-met'
  /** The exit code of the suite. */
  readonly exitCode: number
  /** Whether the faulted call was carried out. */
  readonly carriedOut: boolean
  /** How long the run took. */
  readonly seconds: number
  /** The faulted call, and its repetitions. */
  readonly tries: readonly InjectTry[]
  /** What happened, as a sentence or two. */
  readonly message: string
  /** The command that plays this run again. */
  readonly replay: string
}

/** One try of the faulted call. */
export interface InjectTry {
  /** The seconds since the try before; absent for the first. */
  readonly gap?: number
  /** 0 when no reply arrived. */
  readonly status: number
  /** `likely` when an equal call of the suite may be among the tries. */
  readonly certainty: 'certain' | 'likely'
}

/** What happened in a run with a fault. `docs/inject.md` says what each outcome means. */
export type OutcomeName =
  | 'duplicate'
  | 'lost'
  | 'hammered'
  | 'stuck'
  | 'unfinished'
  | 'waited'
  | 'reported'
  | 'ignored'
  | 'recovered'
  | 'broke'

/** Whether an outcome fails the client, advises, or passes. */
export type OutcomeLevel = 'fail' | 'advice' | 'pass'

/** What a campaign did not examine. */
export interface LeftOut {
  /** The call, for example `createPet#2`. */
  readonly call: string
  /** The name of the fault; `*` for all faults. */
  readonly fault: string
  /** Why it was left out. */
  readonly reason: string
}

/** What a campaign shows about one rule. */
export interface ShownRule {
  /** The name of the rule. */
  readonly rule: string
  /** `passed`: a run shows that the client keeps the rule. `not-exercised`: the campaign shows nothing about it. */
  readonly verdict: 'passed' | 'failed' | 'not-exercised'
  /** The runs that show it, for example `createPet#1=lost-reply`. At most 20. */
  readonly runs: readonly string[]
}
