// A finding of the report: a mistake of a client, with the requests that show it.

import type { Place } from '../exchange/violation.ts'

/** How bad a finding is: it fails the client, or it only advises. */
export type Level = 'fail' | 'advice'

/** Whether a finding is a fact, or an inference from the look of the traffic. */
export type Confidence = 'certain' | 'likely'

/** A mistake of a client. One finding stands for all worlds, programs and operations with the same mistake. */
export interface Finding {
  /** Whether the finding fails the client. */
  readonly level: Level
  /** Only certain findings fail a client. */
  readonly confidence: Confidence
  /** How the sandbox knows. */
  readonly sign: string
  /** What would make the finding untrue. */
  readonly dismissedBy: string
  /** What the client should have done. */
  readonly expected: string
  /** What the client did instead. */
  readonly observed: string
  /** Both in one sentence. A likely finding begins with `Looks like`. */
  readonly message: string
  /** What to do. */
  readonly advice: string
  /** Requests that show the mistake, at most 20, each with its own numbers. */
  readonly evidence: readonly Evidence[]
  /** The ids of the same requests. */
  readonly requests: readonly string[]
  /** How often the mistake was found. */
  readonly count: number
  /** The operationId of the first request. */
  readonly operation?: string
  /** The part of the request, for example `body`; `place` is the place in it, for example `/name`. */
  readonly in?: Place
  /** The name of a parameter or header; in a body a JSON pointer. */
  readonly place?: string
  /** The test of the first request (`Sandbox-Case`). */
  readonly case?: string
  /** The world of the first request. */
  readonly world: string
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
