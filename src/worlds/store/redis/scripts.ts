// What Redis does in one step. A version and the number of an owner are times of Redis' clock in microseconds, so that they
// never repeat, even when a world is deleted and created again. Each script answers its outcome, the clock, the version and
// the number of the owner. After its deadline a script changes nothing.

import { hash } from 'node:crypto'

export interface Script {
  readonly text: string
  readonly sha: string
}

const createScript = (text: string): Script => ({ text, sha: hash('sha1', text) })

const BEGIN = `
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local function text(number) return string.format('%.0f', number) end
local version = redis.call('HGET', KEYS[1], 'v') or '0'
local owner = redis.call('HGET', KEYS[1], 'o') or '0'
local function answer(outcome) return {outcome, text(now), version, owner} end
local deadline, replica, channel, world = unpack(ARGV, 1, 4)
if now > tonumber(deadline) then return answer('late') end
`

/** Stores changes if the world has the version ARGV[5]. Publishes a new owner. Keeps the last 32 commits for other replicas. */
export const COMMIT = createScript(`${BEGIN}
local expected, commit, isWhole = unpack(ARGV, 5, 7)
if version ~= expected then return answer('refused') end
local before = version
version = text(math.max(now, tonumber(version) + 1))
if redis.call('HGET', KEYS[1], 'owner') ~= replica then
  owner = version
  redis.call('PUBLISH', channel, world .. ' ' .. owner)
end
if isWhole == '1' then redis.call('DEL', KEYS[1]) end
redis.call('HSET', KEYS[1], 'v', version, 'o', owner, 'owner', replica)
for at = 8, #ARGV, 2 do
  if ARGV[at + 1] == '' then redis.call('HDEL', KEYS[1], ARGV[at]) else redis.call('HSET', KEYS[1], ARGV[at], ARGV[at + 1]) end
end
if commit == '' then redis.call('DEL', KEYS[2]) else
  redis.call('LPUSH', KEYS[2], before .. ' ' .. version .. ' ' .. commit)
  redis.call('LTRIM', KEYS[2], 0, 31)
  redis.call('PEXPIRE', KEYS[2], 60000)
end
return answer('stored')
`)

/** Makes the replica the owner of a stored world, and publishes this. */
export const TAKE = createScript(`${BEGIN}
if version == '0' then return answer('missing') end
if redis.call('HGET', KEYS[1], 'owner') == replica then return answer('kept') end
owner = text(math.max(now, tonumber(owner) + 1))
redis.call('HSET', KEYS[1], 'owner', replica, 'o', owner)
redis.call('PUBLISH', channel, world .. ' ' .. owner)
return answer('taken')
`)

/** The world has no owner any more, unless another replica has it. */
export const RELEASE = createScript(`${BEGIN}
if redis.call('HGET', KEYS[1], 'owner') == replica then redis.call('HDEL', KEYS[1], 'owner') end
return answer('released')
`)

/** For each world: its version, its owner and its bytes. This script changes nothing. */
export const DETAILS = `
local details = {}
for at, key in ipairs(KEYS) do
  local found = redis.call('HMGET', key, 'v', 'owner')
  details[at] = {found[1] or '0', found[2] or '', tostring(redis.call('MEMORY', 'USAGE', key) or 0)}
end
return details`

/** Removes a world, and tells the replicas that have it. */
export const DELETE = createScript(`${BEGIN}
redis.call('DEL', KEYS[1], KEYS[2])
redis.call('PUBLISH', channel, world .. ' ' .. text(now))
return answer('deleted')
`)
