// What Redis does in one step. The hash of a world has the fields `v` (its version) and `owner` (the replica that has the world), beside
// its items. A version is the time of Redis in microseconds, so it never repeats, even when a world is deleted and created again. After
// its deadline a script changes nothing. The log of a world is a hash with its newest commits.

const MAX_COMMITS = 100
/** A larger commit is not kept. */
const MAX_COMMIT_BYTES = 16 * 1024
const COMMITS_KEPT_MS = 60_000

/**
 * A world that is not stored has the version 0. `missed()` gives the commits since the known version, or false when Redis does not have
 * all of them. Others may write under the key of the log: a foreign value counts as no log.
 */
const BEGIN = `
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local deadline, replica, channel, world, known = unpack(ARGV, 1, 5)
local found = redis.call('HMGET', KEYS[1], 'v', 'owner')
local version, owner = found[1] or '0', found[2]
local function text(value) return string.format('%.0f', value) end
local function answer(outcome, missed) return {outcome, text(now), version, missed} end
local function publish(by) redis.call('PUBLISH', channel, world .. ' ' .. by) end
if now > tonumber(deadline) then return answer('late') end
local kind = redis.call('TYPE', KEYS[2]).ok
local isLog = kind == 'hash' or kind == 'none'
local function missed()
  local commits, at = {}, known
  while at ~= version do
    local commit = isLog and redis.call('HGET', KEYS[2], at)
    if not commit or #commits >= ${MAX_COMMITS} then return false end
    at, commits[#commits + 1] = commit:match('^(%d+) (.*)$')
    if not at then return false end
  end
  return commits
end
`

/**
 * Stores changes if the world has the known version. Then the replica has the world. The first write is HSET, which Redis refuses while
 * its memory is full. Only the first write of a script can be refused for this.
 */
export const COMMIT = `${BEGIN}
if version ~= known then return answer('refused', missed()) end
local keepsLog = isLog and redis.call('HLEN', KEYS[2]) < ${MAX_COMMITS}
version = text(math.max(now, tonumber(version) + 1))
if owner ~= replica then publish(replica) end
redis.call('HSET', KEYS[1], 'v', version)
if ARGV[6] == '' then redis.call('DEL', KEYS[1]) end
redis.call('HSET', KEYS[1], 'v', version, 'owner', replica)
for at = 7, #ARGV, 2 do
  if ARGV[at + 1] == '' then redis.call('HDEL', KEYS[1], ARGV[at]) else redis.call('HSET', KEYS[1], ARGV[at], ARGV[at + 1]) end
end
if not keepsLog then redis.call('DEL', KEYS[2]) end
if ARGV[6] ~= '' and #ARGV[6] <= ${MAX_COMMIT_BYTES} then redis.call('HSET', KEYS[2], known, version .. ' ' .. ARGV[6]) end
redis.call('PEXPIRE', KEYS[2], ${COMMITS_KEPT_MS})
return answer('stored')
`

/** Makes the replica the owner of a stored world. Reads before it writes: Redis can stop a script that has written nothing. */
export const TAKE = `${BEGIN}
local commits = missed()
if version == '0' or owner == replica then return answer('kept', commits) end
publish(replica)
redis.call('HSET', KEYS[1], 'owner', replica)
return answer('taken', commits)
`

/** The world has no owner any more, unless another replica has it. */
export const RELEASE = `${BEGIN}
if owner == replica then redis.call('HDEL', KEYS[1], 'owner') end
return answer('released')
`

/** Also tells the replicas. */
export const DELETE = `${BEGIN}
publish('')
redis.call('DEL', KEYS[1], KEYS[2])
return answer('deleted')
`

/** The version, the owner and the bytes of each world. Changes nothing. */
export const DETAILS = `
local details = {}
for at, key in ipairs(KEYS) do
  local found = redis.call('HMGET', key, 'v', 'owner')
  details[at] = {found[1] or '0', found[2] or '', tostring(redis.call('MEMORY', 'USAGE', key) or 0)}
end
return details`
