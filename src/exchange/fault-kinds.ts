// The ways in which a scenario breaks a connection or a reply. Tells for each kind what the client sees, where it breaks,
// and who ends the exchange. journey/wire-faults.ts plays each kind on the connection.

export interface FaultKind {
  /** What the client sees. */
  readonly sees: string
  /** What the fault breaks: the arriving request, the whole reply, or the body of the reply. */
  readonly breaks: 'request' | 'reply' | 'body'
  /** Whether the client gets no reply that it can read. */
  readonly isLoss: boolean
  /** Who ends an exchange that was not delivered completely. */
  readonly endedBy: 'sandbox' | 'client'
  /** The setting of this kind: `gap` is the seconds between two bytes, `at` is the fraction of the body that is sent. */
  readonly takes?: 'gap' | 'at'
}

/** The ways to break a connection or a body. `docs/scenarios.md` describes what the client sees. */
export type FaultName = 'reset' | 'closed' | 'half-request' | 'hang' | 'truncated' | 'stall' | 'malformed' | 'empty-body' | 'trickle'

export const faultKinds: Readonly<Record<FaultName, FaultKind>> = {
  reset: { sees: 'a TCP RST in place of the reply', breaks: 'reply', isLoss: true, endedBy: 'sandbox' },
  closed: { sees: 'a TCP FIN in place of the reply', breaks: 'reply', isLoss: true, endedBy: 'sandbox' },
  'half-request': {
    sees: 'a TCP RST while it is still sending the body of its request; it takes no `commit`',
    breaks: 'request',
    isLoss: true,
    endedBy: 'sandbox',
  },
  hang: { sees: 'nothing, on a connection that stays open', breaks: 'reply', isLoss: true, endedBy: 'client' },
  truncated: { sees: 'headers and a part of the body, then a TCP FIN', breaks: 'body', isLoss: true, endedBy: 'sandbox', takes: 'at' },
  stall: {
    sees: 'headers and a part of the body, then nothing, on a connection that stays open',
    breaks: 'body',
    isLoss: true,
    endedBy: 'client',
    takes: 'at',
  },
  malformed: { sees: 'JSON without its last character', breaks: 'body', isLoss: true, endedBy: 'client' },
  'empty-body': { sees: 'a reply without a body', breaks: 'body', isLoss: true, endedBy: 'client' },
  trickle: { sees: 'the headers at once and the body byte by byte', breaks: 'body', isLoss: false, endedBy: 'client', takes: 'gap' },
}

/** The kinds that have this setting. */
export const faultsThatTake = (setting: NonNullable<FaultKind['takes']>) =>
  Object.entries(faultKinds).flatMap(([name, { takes }]) => (takes === setting ? [name] : []))
