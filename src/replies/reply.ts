// A reply as values: what a handler, a scenario or a refusal gives, before anything is written.

/** `body` is any JSON value, int64 as number or bigint. */
export interface Reply {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
  /** Parameters of the cause, as `{ window: 'minute' }`. */
  readonly because?: Readonly<Record<string, string | number>> | undefined
  /** Ids of the assumptions that the reply rests on. */
  readonly assumed?: readonly string[]
}

/** Whether HTTP allows no body with this status (RFC 9110 §15.3.5, §15.4.5). */
export const hasNoBody = (status: number) => status === 204 || status === 304

/** The reply on its way out, as the finishes of the journey and the effects of scenarios complete it. */
export interface Draft {
  status: number
  readonly headers: Record<string, string>
  body: unknown
}
