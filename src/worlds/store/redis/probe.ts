// What is looked at before worlds are kept in Redis: whether the user may run each command that the store needs, and whether
// Redis is set up to keep what it has.

import { messageOf } from '../../../ground/problem.ts'
import type { RedisConnection } from './connection.ts'

/** Runs each command on keys that no world has. Throws an error that names the commands that the user must not run. */
export async function probe(connection: RedisConnection): Promise<void> {
  const [world, list, marker] = ['world', 'commits', 'deleted'].map((kind) => connection.keyOf(kind, '.probe', connection.replica)) as [
    string,
    string,
    string,
  ]
  const commands: readonly string[][] = [
    ['HSET', world, 'v', '0'],
    ['HGET', world, 'v'],
    ['HMGET', world, 'v'],
    ['HGETALL', world],
    ['HDEL', world, 'v'],
    ['LPUSH', list, ''],
    ['LTRIM', list, '0', '31'],
    ['LRANGE', list, '0', '-1'],
    ['PEXPIRE', list, '1000'],
    ['SET', marker, '0', 'PX', '1000'],
    ['GET', marker],
    ['SET', connection.keyOf('check'), '1', 'PX', '1000'],
    ['EXISTS', world],
    ['MEMORY', 'USAGE', world],
    ['SCAN', '0', 'MATCH', world, 'COUNT', '1'],
    ['PUBSUB', 'NUMSUB'],
    ['PUBLISH', connection.keyOf('taken'), '.probe 0'],
    ['TIME'],
    ['EVAL', 'return 1', '0'],
    ['EVALSHA', '0', '0'],
    ['DEL', world, list, marker],
  ]
  const refusals = await Promise.all(commands.map((command) => connection.send(command).then(() => '', messageOf)))
  // Redis may refuse for another reason, for example because its memory is full. Then its worlds can still be read.
  const denied = commands.filter((_, index) => refusals[index]?.includes('NOPERM')).map(([name]) => name)
  const reason = refusals.find((refusal) => refusal.includes('NOPERM'))
  if (denied.length > 0) throw new Error(`its user must be allowed to run ${[...new Set(denied)].join(', ')}: ${reason}`)
}

/** Sentences about settings with which Redis may lose worlds. */
export async function findRisks(connection: RedisConnection): Promise<string[]> {
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
