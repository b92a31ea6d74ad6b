// Reads from the journal what a client did in one scenario: its tries and the gaps between them.

import type { JournalEntry, WorldHandle } from '../../src/sandbox.ts'

/** One call of the client, with all its tries. */
export interface Conduct {
  readonly tries: readonly Try[]
  /** The last output of the client: `ok`, an error, or `does not end`. */
  readonly outcome: string
}

export interface Try {
  /** 0 without a reply. */
  readonly status: number
  /** True when the whole reply reached the client. */
  readonly isWhole: boolean
  /** Seconds since the end of the try before. */
  readonly gap?: number
}

/** The calls that every program makes, as it names them. */
const CALLS = { list: 'listPets', create: 'createPet' }

/** Reads the journal after every exchange has ended. */
export async function observe(world: WorldHandle, output: string): Promise<Conduct[]> {
  const entries = await readWhenOver(world)
  return Object.entries(CALLS).map(([call, operation]) => ({
    tries: entries.filter((entry) => entry.operation === operation).map((entry, index, all) => readTry(entry, all[index - 1])),
    outcome: new RegExp(`^${call} (.*)$`, 'm').exec(output)?.[1] ?? 'does not end',
  }))
}

function readTry({ reply, delivered, arrived }: JournalEntry, before: JournalEntry | undefined): Try {
  const end = before?.closed?.real ?? before?.replied?.real
  const gap = end === undefined ? {} : { gap: Math.max(0, arrived.real - end) / 1000 }
  return { status: reply?.status ?? 0, isWhole: delivered === 'whole', ...gap }
}

/** The program has ended, so its connections end soon. */
async function readWhenOver(world: WorldHandle): Promise<readonly JournalEntry[]> {
  for (let look = 0; look < 50; look += 1) {
    const entries = await world.requests.list()
    if (entries.every(({ closed }) => closed !== undefined)) return entries
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`the world ${world.name} has a request that does not end`)
}
