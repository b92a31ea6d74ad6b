// A reply as plain values, made by a handler, a scenario or a refusal, before it is written.

/** `body` is any JSON value. An int64 is a number or a bigint. */
export interface Reply {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
  /** For example `{ window: 'minute' }`. */
  readonly causeParameters?: Readonly<Record<string, string | number>> | undefined
  /** Ids of the assumptions behind the reply. */
  readonly assumed?: readonly string[]
  /** The operation was carried out for this request. The journey sets it. */
  readonly isCarriedOut?: boolean
}

/** The statuses for which HTTP forbids a body (RFC 9110 §15.3.5, §15.3.6, §15.4.5). */
export const BODILESS: ReadonlySet<number> = new Set([204, 205, 304])

/** An unfinished reply, which the finishes of the journey and the effects of scenarios complete. */
export interface Draft {
  status: number
  readonly headers: Record<string, string>
  body: unknown
  readonly causeParameters?: Reply['causeParameters']
}
