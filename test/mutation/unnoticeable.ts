// Mutants that no test can notice, because the sandbox does the same with them. Each has its reason.

import type { Mutant } from './mutants.ts'

export interface Unnoticeable extends Pick<Mutant, 'file' | 'kind'> {
  /** The line of the source without its indentation, so that the entry stays true when lines move. */
  readonly line: string
  /** The text that is there now, and the text in its place; without them, all mutants of this kind in the line. */
  readonly before?: string
  readonly after?: string
  readonly reason: string
}

type Lines = Readonly<Record<string, readonly string[]>>

/** All mutants of one kind in these lines. */
const allOf = (kind: Mutant['kind'], reason: string, lines: Lines): Unnoticeable[] =>
  Object.entries(lines).flatMap(([file, ones]) => ones.map((line) => ({ file, kind, line, reason })))

/** Numbers that nobody can tell from their neighbours. */
const numbers = (reason: string, lines: Lines) => allOf('number', reason, lines)

/** The kind of the change, the text in its place, and the line. */
type Change = readonly [kind: Mutant['kind'], after: string | undefined, line: string]

const changes = (reason: string, files: Readonly<Record<string, readonly Change[]>>): Unnoticeable[] =>
  Object.entries(files).flatMap(([file, ones]) =>
    ones.map(([kind, after, line]) => ({ file, kind, line, reason, ...(after !== undefined && { after }) })),
  )

export const UNNOTICEABLE: readonly Unnoticeable[] = [
  ...numbers('work is cut into pieces of about this size, so that other requests are served between them', {
    'src/record/journals.ts': ['const PIECE_BYTES = 512 * 1024'],
  }),
  ...numbers('room that is taken in advance; more is taken when it is needed', {
    'src/record/journal.ts': ['const PENDING_BYTES = 10_000'],
    'src/record/entry.ts': ['let buffer = Buffer.allocUnsafeSlow(16 * 1024)'],
  }),
  ...changes('room that is taken in advance; more is taken when it is needed', {
    'src/record/entry.ts': [
      ['calculate', undefined, 'let buffer = Buffer.allocUnsafeSlow(16 * 1024)'],
      ['number', '4', 'const MAX_BYTES_PER_UNIT = 3'],
      ['number', '137', 'const NUMBER_BYTES = 136'],
    ],
  }),
  ...changes('Linux and macOS also connect to the address that listens everywhere', {
    'src/serve/listener.ts': [
      ['condition', 'false', "return renderOrigin(scheme, address === '0.0.0.0' ? '127.0.0.1' : address === '::' ? '::1' : address, port)"],
    ],
  }),
  ...changes('a sort reads only the sign of a comparison', {
    'src/serve/routes.ts': [['number', '2', 'const byRank = (a: Route, b: Route) => (rankOf(a) < rankOf(b) ? -1 : 1)']],
    'src/worlds/collection.ts': [['number', '2', 'this.#items = items.toSorted((a, b) => (a.id < b.id ? -1 : 1))']],
    'src/scenarios/catalogue.ts': [
      ['number', '2', 'return [...scenarios].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, load]) => load())'],
    ],
  }),
  ...changes('only a disk that fails between the new name of a file and the sync of its directory shows it', {
    'src/worlds/store/world-files.ts': [
      ['condition', 'false', 'if (this.snapshotBytes === 0) await rm(this.snapshotFile).catch(() => {})'],
      ['number', undefined, 'if (this.snapshotBytes === 0) await rm(this.snapshotFile).catch(() => {})'],
      ['statement', undefined, 'if (this.snapshotBytes === 0) await rm(this.snapshotFile).catch(() => {})'],
    ],
  }),
  ...allOf('entry', 'only the built package has these names, and `npm test -- package` notices', {
    'src/package-files.ts': ["? (['lib/openapi.json', 'lib/control.json', 'lib/scenarios.json', 'lib/console'] as const)"],
  }),
  ...allOf('entry', 'the end of a store forgets the worlds that are still open', {
    'src/worlds/store/open-store.ts': ['await Promise.all([kept.close(), copy.close()])'],
  }),
  ...changes('a bound on memory: the sandbox is as safe with a byte more or less', {
    'src/record/journals.ts': [
      ['compare', '>=', 'while (this.bytes + growth() > BOUNDS.journalsBytes) this.#findVictim(journal).shrink()'],
      ['compare', '>=', 'if (own.bytes > BOUNDS.journalsBytes / this.#byWorld.size) return own'],
    ],
  }),
  ...numbers('a time in the background; a millisecond more or less is within what a machine varies', {
    'src/worlds/kept-worlds.ts': ['const CHECK_AFTER_MS = 100'],
    'src/worlds/store/file-world.ts': ['const REST = 20'],
    'src/worlds/store/redis/connection.ts': ['const DEADLINE_MS = 900', 'const BYTES_PER_MS = 20_000', 'const AWAY_MS = 1000'],
    'src/worlds/store/redis/client.ts': [
      'const PING_MS = 1000',
      'const SILENCE_MS = 3000',
      'const MAX_RECONNECT_MS = 500',
      'reconnectStrategy: (tries: number) => Math.min(50 * 2 ** tries, MAX_RECONNECT_MS),',
    ],
    'src/record/log.ts': ['const GATHER_MS = 20'],
    'src/ground/sockets/end-connection.ts': ['const LINGER_MS = 1000'],
    'src/ground/sockets/backlog.ts': ['const PATIENCE_MS = 30_000'],
    'src/serve/listener.ts': ['const DRAIN_MS = 1500', 'const SWEEP_MS = 20'],
    'src/record/events.ts': ['const HEARTBEAT_MS = 15_000', 'const LINGER_MS = 30_000'],
    'src/cli/wait.ts': ['const POLL_MS = 100'],
    'src/cli/relay.ts': ['const FORCE_AFTER_MS = 3000'],
    'src/examine/start-child.ts': ['const LEFTOVERS_MS = 1000'],
    'src/cli/exec.ts': ['const SETTLE_MS = 50'],
    'src/client/events.ts': ['const PATIENCE_MS = 30_000', 'const DELAY_MS = { least: 100, most: 10_000 }'],
    'src/main.ts': ['setTimeout(() => process.exit(), 300).unref()'],
  }),
  ...numbers('it only stops a circle; no document refers on so often', {
    'src/contract/document.ts': [
      "for (let hops = 0; isNode(current) && typeof current.$ref === 'string' && hops < 20; hops += 1) current = findNode(document, current.$ref)",
    ],
  }),
  ...numbers('only the built package has these values, and they have no mistakes to show the place of', {
    'src/scenarios/load-files.ts': ['return files.map(([file, value]) => [file, () => ({ value, placeOf: () => [1, 1] })])'],
  }),
  ...numbers('a bound on memory: the sandbox is as safe with a little more or less', {
    'src/ground/bounds.ts': [
      'const MIB = 1024 * KIB',
      'waitingRequests: 16,',
      'droppedBytes: 16 * MIB,',
      'aliasedValues: 100_000,',
      'unsentBytes: 64 * MIB,',
      'changedBytes: 8 * MIB,',
      'stepCounts: 10_000,',
      'journalsBytes: 40 * MIB,',
      'factBytes: 16 * MIB,',
      'eventBytes: 8 * MIB,',
      'journalBytes: 8 * MIB,',
      'addresses: 10_000,',
      'unreadLogBytes: 8 * MIB,',
    ],
    'src/record/secrets.ts': ['const MAX_FOUND = 200'],
    'src/ground/event-parser.ts': ['const MAX_LENGTH = 16 * 1024 * 1024'],
    'src/worlds/store/redis/redis-world.ts': ['const MAX_KEPT_COMMIT = 64 * 1024', 'const LOAD_MS = 10_000'],
    'src/worlds/store/redis/redis-store.ts': ['const PAGE = 1000'],
    'src/worlds/store/file-world.ts': ['const LONG_LOG_BYTES = 4 * 1024 * 1024'],
  }),
  ...numbers('errors beyond those that are told; the number only bounds the time of looking for them', {
    'src/contract/describe-errors.ts': ['const MAX_READ = 100'],
    'src/contract/schema.ts': ['const MAX_VALUES = 2000'],
  }),
  ...numbers('how many files are open or read at once; the rest waits', {
    'src/worlds/store/file-store.ts': ['const MAX_TASKS = 8'],
  }),
  ...changes('it takes a longer way, or does again what is done already, and comes to the same result', {
    'src/serve/journey/head.ts': [
      ['condition', 'false', 'const last = before?.httpVersion === httpVersion && isSame(before.headers, rawHeaders) ? before : undefined'],
      [
        'condition',
        'false',
        'const { target: shown, headers } = isKnown ? { target: sent, headers: last.headers } : secrets.hideInHead(sent, rawHeaders)',
      ],
      ['combine', 'readHeaders(request, headers)', 'const head = last ?? readHeaders(request, headers)'],
      ['condition', 'false', 'if (last === undefined) connection.headers = headers === rawHeaders ? head : undefined'],
      ['compare', undefined, 'if (last === undefined) connection.headers = headers === rawHeaders ? head : undefined'],
      ['statement', undefined, 'if (last === undefined) connection.headers = headers === rawHeaders ? head : undefined'],
      ['condition', 'false', 'const { prefix, rest: path, query } = shown === sent ? target : readTarget(shown)'],
    ],
    'src/serve/journey/apply-choices.ts': [['condition', 'false', 'if (Object.keys(choices).length === 0) return']],
    'src/serve/journey/context.ts': [],
    'src/serve/journey/journey.ts': [
      ['combine', '(await worlds.enter(name))', 'const world = worlds.enterLive(name) ?? (await worlds.enter(name))'],
      ['condition', 'true', 'if (pending) await pending'],
      ['condition', 'true', 'given = answer instanceof Promise ? await answer : answer'],
      ['condition', 'true', 'if (sending) await sending'],
    ],
    'src/serve/journey/send.ts': [
      [
        'compare',
        '>=',
        'return play && (play.delay > 0 || play.fault) ? sendPlayed(context, reply, play, parts) : give(context, reply, parts)',
      ],
      ['compare', '>=', 'if (delay > 0) await wait(delay, request.socket)'],
      ['condition', 'true', 'if (delay > 0) await wait(delay, request.socket)'],
      ['condition', 'true', 'if (bytes > AT_ONCE_BYTES) process.nextTick(() => parts.backlog.drained(response))'],
      ['compare', '>=', 'if (bytes > AT_ONCE_BYTES) process.nextTick(() => parts.backlog.drained(response))'],
    ],
    'src/scenarios/player.ts': [['condition', 'false', 'if (!setup.steps.some(ends)) return { setup, taken: [] }']],
    'src/scenarios/switches.ts': [
      ['condition', 'false', "readPrefix: (prefix: string): Asked => (prefix === '' ? NOTHING : readUrl(prefix)),"],
      ['condition', 'false', 'weaker === NOTHING ? stronger : { ...weaker, ...stronger, groups: [...stronger.groups, ...weaker.groups] }'],
    ],
  }),
  ...changes('it only frees memory sooner', {
    'src/serve/journey/send.ts': [
      ['statement', undefined, 'delete context.body'],
      ['statement', undefined, 'delete context.input'],
    ],
  }),
  ...numbers('a secret is as safe with a byte more or less', { 'src/worlds/keys.ts': ['readonly #secret = randomBytes(32)'] }),
  ...(['condition', 'statement'] as const).map(
    (kind): Unnoticeable => ({
      file: 'src/worlds/content.ts',
      kind,
      line: kind === 'condition' ? 'if (known !== undefined) return known' : 'KNOWN.set(snapshot, bytes)',
      ...(kind === 'condition' && { after: 'false' }),
      reason: 'the sizes of snapshots are remembered only to save time',
    }),
  ),
  {
    file: 'src/contract/prism.ts',
    kind: 'boolean',
    line: 'errors: false,',
    reason: 'Prism reads it only when a request breaks the contract, and here it does not look',
  },
  {
    file: 'src/contract/prism.ts',
    kind: 'boolean',
    line: 'mock: { dynamic: false },',
    reason: 'Prism wants a value, but each call brings its own',
  },
  {
    file: 'src/contract/bodies.ts',
    kind: 'condition',
    line: 'if (isNode(value) && fitting.has(value)) return undefined',
    after: 'false',
    reason: 'an item that fits is remembered only to save time',
  },
  {
    file: 'src/contract/bodies.ts',
    kind: 'condition',
    line: 'if (isNode(value) && fault === undefined) fitting.add(value)',
    after: 'false',
    reason: 'an item that fits is remembered only to save time',
  },
  {
    file: 'src/contract/schema.ts',
    kind: 'condition',
    line: 'if (validators.first(value)) return NOTHING',
    after: 'false',
    reason: 'a value that fits has no errors either way; the first look only saves time',
  },
  ...allOf('statement', 'an item that fits is remembered only to save time', {
    'src/contract/bodies.ts': ['if (isNode(value) && fault === undefined) fitting.add(value)'],
  }),
  ...allOf('compare', 'the items of a list are checked one by one only so that they are remembered', {
    'src/contract/bodies.ts': ["const isList = type === 'array' && isNode(items)"],
  }),
  {
    file: 'src/serve/edge.ts',
    kind: 'entry',
    line: "const BROKEN = new Set(['ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE'])",
    before: "'ECONNABORTED',",
    reason: 'only Windows gives this code',
  },
  {
    file: 'src/serve/routes.ts',
    kind: 'compare',
    line: 'const byRank = (a: Route, b: Route) => (rankOf(a) < rankOf(b) ? -1 : 1)',
    after: '<=',
    reason: 'two routes of the same rank have the same path and method, which OpenAPI forbids',
  },
]

/** The entry for a mutant, if there is one. */
export function findReason(mutant: Mutant, source: string): string | undefined {
  const line = source.split('\n')[mutant.line - 1]?.trim()
  return UNNOTICEABLE.find(
    (one) =>
      one.file === mutant.file &&
      one.kind === mutant.kind &&
      one.line === line &&
      (one.before ?? mutant.before) === mutant.before &&
      (one.after ?? mutant.after) === mutant.after,
  )?.reason
}
