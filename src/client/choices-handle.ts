// The calls about the choices of one world.

/** The choices of a world, where the document of the service is silent. `docs/assumptions.md` lists them. */
export interface ChoicesHandle {
  /** The choices of the world that are not the default: `{ order: 'shuffled' }`. */
  get(): Promise<Readonly<Record<string, string>>>
  /** Chooses otherwise for this world. The choices replace all earlier ones. */
  put(choices: Readonly<Record<string, string>>): Promise<Readonly<Record<string, string>>>
  /** Goes back to the choices of the start. */
  clear(): Promise<void>
}
