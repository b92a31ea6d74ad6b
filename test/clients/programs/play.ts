// What every client of JavaScript does here: the same two calls, one after the other, with a line on how each ended.

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
  list(): Promise<unknown>
  create(pet: object): Promise<unknown>
}

/** Takes the settings from the command line, as all programs of this folder do. */
export async function play(createClient: (settings: Settings) => Calls): Promise<void> {
  const [base = '', key = '', retries, patience] = process.argv.slice(2)
  const client = createClient({ base, key, retries: Number(retries), patienceMs: Number(patience) * 1000 })
  await say('list', client.list())
  await say('create', client.create({ name: 'Rex', categoryId: 1 }))
}

async function say(call: string, result: Promise<unknown>): Promise<void> {
  const outcome = await result.then(
    () => 'ok',
    (error: Error) => `${error.name}: ${error.message}`,
  )
  process.stdout.write(`${call} ${outcome.split('\n')[0]}\n`)
}
