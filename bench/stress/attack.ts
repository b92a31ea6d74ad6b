// One attack on the sandbox.

export interface Attack {
  readonly summary: string
  /** Makes the animals that the attack reads. */
  readonly prepare?: (origin: string) => Promise<void>
  readonly run: (origin: string, minutes: number) => Promise<string>
}
