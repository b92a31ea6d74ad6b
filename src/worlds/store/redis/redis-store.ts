// Worlds in Redis or Valkey, for several replicas of the sandbox.

import { messageOf, StartError } from '../../../ground/problem.ts'
import { isWorldName } from '../../../ground/world-name.ts'
import type { Store, StoredWorld } from '../store.ts'
import { RedisConnection } from './connection.ts'
import { RedisWorld } from './redis-world.ts'
import { COMMIT, DELETE, DETAILS, RELEASE, TAKE } from './scripts.ts'

/** How many worlds are asked for at once. */
const PAGE = 1000

/** Throws a StartError when Redis cannot be used. */
export async function openRedisStore(address: string): Promise<Store> {
  const connection = await openAndProbe(address).catch((error) => {
    if (error instanceof StartError) throw error
    throw new StartError((optionName) => `the store cannot be used: ${messageOf(error)}; check ${optionName('store')}`, 3)
  })
  const { place, replica } = connection
  return {
    place,
    replica,
    open: (world) => RedisWorld.open(world, connection),
    has: async (world) => (await connection.send(['EXISTS', connection.keyOf('world', world)])) === 1,
    list: () => listWorlds(connection),
    delete: async (world) => {
      await connection.run(DELETE, world, ['0'])
    },
    check: async () => {
      await connection.send(['SET', connection.keyOf('check'), '1', 'PX', '1000'])
    },
    risks: () => findRisks(connection),
    close: async () => connection.close(),
  }
}

/**
 * Connects, and plays the scripts on a world that nobody has: a script whose user may not run one of its commands would end in the middle.
 * When Redis refuses for another reason, such as a full memory, its worlds can still be read. The first script also learns the clock of
 * Redis: on a loaded machine, the first change might have no time left for it.
 */
async function openAndProbe(address: string): Promise<RedisConnection> {
  const connection = await RedisConnection.open(address)
  const world = `.probe:${connection.replica}`
  for (const [script, ...args] of [[COMMIT, '', 'item', '1', 'gone', ''], [TAKE], [RELEASE], [DELETE]] as const)
    await connection.run(script, world, ['0', ...args]).catch((error) => {
      if (!/NOPERM|user executing the script can't/.test(messageOf(error))) return
      connection.close()
      throw new Error(`its user must be allowed to run all commands on the keys ${connection.keyOf('*')}: ${messageOf(error)}`)
    })
  return connection
}

async function findRisks(connection: RedisConnection): Promise<string[]> {
  const { place } = connection
  const info = await connection.send(['INFO']).then(String, messageOf)
  const policy = /^maxmemory_policy:(\S+)/m.exec(info)?.[1]
  if (policy === undefined) return [`it is not known whether worlds are safe there: ${info.split('\n')[0]}`]
  const risks: string[] = []
  if (policy !== 'noeviction')
    risks.push(`${place} removes worlds when its memory is full: its maxmemory-policy is ${policy}, and should be noeviction`)
  // Many services do not allow CONFIG. Then it is not known whether Redis writes snapshots.
  const saves = async () => String(await connection.send(['CONFIG', 'GET', 'save']).catch(() => 'unknown'))
  if (/^aof_enabled:0/m.test(info) && (await saves()) === 'save,')
    risks.push(`${place} keeps nothing on a disk: a restart of it loses all worlds. Set appendonly to yes`)
  return risks
}

async function listWorlds(connection: RedisConnection): Promise<StoredWorld[]> {
  const names = await findNames(connection)
  const worlds: StoredWorld[] = []
  for (let at = 0; at < names.length; at += PAGE) worlds.push(...(await describeWorlds(connection, names.slice(at, at + PAGE))))
  // A replica listens on its channel as long as it lives.
  const replicas = [...new Set(worlds.flatMap(({ replica }) => replica ?? []))]
  const channels = replicas.map((replica) => connection.keyOf('replica', replica))
  const listeners = (await connection.send(['PUBSUB', 'NUMSUB', ...channels])) as (string | number)[]
  const living = new Set(replicas.filter((_, index) => Number(listeners[2 * index + 1]) > 0))
  return worlds.map(({ replica, ...world }) => (replica !== undefined && living.has(replica) ? { ...world, replica } : world))
}

async function findNames(connection: RedisConnection): Promise<string[]> {
  const begin = connection.keyOf('world', '')
  const names = new Set<string>()
  let cursor = '0'
  do {
    const command = ['SCAN', cursor, 'MATCH', `${begin.replace(/[*?[\]\\]/g, '\\$&')}*`, 'COUNT', String(PAGE), 'TYPE', 'hash']
    const [next, keys] = (await connection.send(command)) as [string, string[]]
    for (const key of keys) names.add(key.slice(begin.length))
    cursor = next
  } while (cursor !== '0')
  // Somebody else may have keys with our prefix.
  return [...names].filter(isWorldName)
}

async function describeWorlds(connection: RedisConnection, names: readonly string[]): Promise<StoredWorld[]> {
  const keys = names.map((name) => connection.keyOf('world', name))
  const details = (await connection.send(['EVAL', DETAILS, String(keys.length), ...keys])) as [string, string, string][]
  const worlds = details.map(([version, replica, bytes], index) => ({
    name: names[index] ?? '',
    bytes: Number(bytes),
    lastUse: Number(version) / 1000,
    ...(replica !== '' && { replica }),
  }))
  return worlds.filter(({ lastUse }) => lastUse !== 0)
}
