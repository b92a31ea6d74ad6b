// Every JavaScript client does one of two things: it makes the same two calls, one after the other, and prints a line about each, or
// it acts like an ordinary test suite. The suite `four` is for campaigns of faults.

export interface Settings {
  /** The base URL of the client. */
  readonly base: string
  readonly key: string
  /** How often the client may try again. */
  readonly retries: number
  /** How long one try may take. */
  readonly patienceMs: number
}

export interface Calls {
  get(path: string): Promise<unknown>
  create(pet: object): Promise<unknown>
}

/** Takes the settings from the command line, as all programs of this folder do. */
export async function play(createClient: (settings: Settings) => Calls): Promise<void> {
  const [base = '', key = '', retries, patience, suite = 'calls'] = process.argv.slice(2)
  const client = createClient({ base, key, retries: Number(retries), patienceMs: Number(patience) * 1000 })
  await SUITES[suite]?.(client)
}

const REX = { name: 'Rex', categoryId: 1 }

const SUITES: Readonly<Record<string, (client: Calls) => Promise<unknown>>> = {
  calls: async (client) => {
    await say('list', client.get('/pets'))
    await say('create', client.create(REX))
  },
  four: async ({ get, create }) => {
    await get('/pets')
    await get('/pets?limit=5')
    const { id } = (await create(REX)) as { id: number }
    const { name } = (await get(`/pets/${id}`)) as { name: string }
    if (name !== REX.name) throw new Error(`${name} was read back`)
  },
  together: (client) => Promise.allSettled(Array.from({ length: 8 }, () => client.get('/pets'))),
  'in-a-row': async (client) => {
    for (let test = 1; test <= 6; test += 1) await say('list', client.get('/pets'))
  },
  fixtures: (client) => Promise.allSettled(Array.from({ length: 3 }, () => client.create(REX))),
}

async function say(call: string, result: Promise<unknown>): Promise<void> {
  const outcome = await result.then(
    () => 'ok',
    (error: Error) => `${error.name}: ${error.message}`,
  )
  process.stdout.write(`${call} ${outcome.split('\n')[0]}\n`)
}
