// What Redis does in one step. A version and the number of an owner are times of Redis' clock in microseconds, so that they
// never repeat, even when a world is deleted and created again. After its deadline a script changes nothing.
//
// A world has the fields `v` (its version), `o` and `owner` (the replica that has the world), and `by`: the last version that
// each replica has stored. From these follows whether Redis has lost changes: a replica that knows a version knows who stored
// it too, and finds an older one of this writer in `by`. A later commit does not hide this: a replica that has found a loss
// writes under another name from then on.

/**
 * Reads the world. `known` is the version that the replica knows, and `knownBy` its writer; '0' when it knows none. A version
 * that is no number, or is too large for whole numbers, counts as 0. A world from before `by` has no writers.
 */
const BEGIN = `
local function number(value)
  local read = tonumber(value)
  return read and read < 2^53 and read or 0
end
local function text(value) return string.format('%.0f', value) end
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local deadline, replica, writerName, channel, world, known, knownBy = unpack(ARGV, 1, 7)
local found = redis.call('HMGET', KEYS[1], 'v', 'o', 'by')
local version, owner = found[1] or '0', found[2] or '0'
local deleted = number(redis.call('GET', KEYS[3]))
local last, others, writer = {['']=number(version)}, {}, ''
for one, at in (found[3] or ''):gmatch('(%S+) (%S+)') do
  last[one] = number(at)
  if at == version then writer = one end
  if one ~= writerName then table.insert(others, one .. ' ' .. at) end
end
local isLost = number(known) > math.max(deleted, math.min(number(version), last[knownBy] or 0))
local function answer(outcome) return {outcome, text(now), version, owner, writer, isLost and 1 or 0} end
if now > tonumber(deadline) then return answer('late') end
`

/**
 * Stores changes if the world has the known version. Publishes a new owner. Keeps the last 32 commits for other replicas; an
 * empty one means that they load the world. The first write is LPUSH, which Redis refuses while its memory is full. Only the
 * first write of a script can be refused for this.
 */
export const COMMIT = `${BEGIN}
local commit, isWhole = ARGV[8], ARGV[9]
if version ~= known then return answer('refused') end
version = text(math.max(now, number(version) + 1, deleted + 1))
if redis.call('HGET', KEYS[1], 'owner') ~= replica then
  owner = version
  redis.call('PUBLISH', channel, world .. ' ' .. owner)
end
redis.call('LPUSH', KEYS[2], known .. ' ' .. version .. ' ' .. commit)
redis.call('LTRIM', KEYS[2], 0, 31)
redis.call('PEXPIRE', KEYS[2], 60000)
writer = writerName
table.insert(others, 1, writer .. ' ' .. version)
local by = table.concat(others, ' ', 1, math.min(#others, 32))
if isWhole == '1' then redis.call('DEL', KEYS[1]) end
redis.call('HSET', KEYS[1], 'v', version, 'o', owner, 'owner', replica, 'by', by)
for at = 10, #ARGV, 2 do
  if ARGV[at + 1] == '' then redis.call('HDEL', KEYS[1], ARGV[at]) else redis.call('HSET', KEYS[1], ARGV[at], ARGV[at + 1]) end
end
return answer('stored')
`

/** Makes the replica the owner of a stored world, and publishes this. The number is higher than all that the replica has heard of. */
export const TAKE = `${BEGIN}
local heard = tonumber(ARGV[8])
if version == '0' then return answer('missing') end
if redis.call('HGET', KEYS[1], 'owner') == replica and number(owner) >= heard then return answer('kept') end
owner = text(math.max(now, number(owner) + 1, heard + 1))
redis.call('HSET', KEYS[1], 'owner', replica, 'o', owner)
redis.call('PUBLISH', channel, world .. ' ' .. owner)
return answer('taken')
`

/** Only answers. */
export const LOOK = `${BEGIN}
return answer('seen')
`

/** The world has no owner any more, unless another replica has it. */
export const RELEASE = `${BEGIN}
if redis.call('HGET', KEYS[1], 'owner') == replica then redis.call('HDEL', KEYS[1], 'owner') end
return answer('released')
`

/** Removes a world, and tells the replicas that have it. For 24 hours a marker says that the world was not lost. */
export const DELETE = `${BEGIN}
deleted = text(math.max(now, number(version)))
redis.call('DEL', KEYS[1], KEYS[2])
redis.call('SET', KEYS[3], deleted, 'PX', 86400000)
redis.call('PUBLISH', channel, world .. ' ' .. deleted)
return answer('deleted')
`

/** For each world: its version, its owner and its bytes. This script changes nothing. */
export const DETAILS = `
local details = {}
for at, key in ipairs(KEYS) do
  local found = redis.call('HMGET', key, 'v', 'owner')
  details[at] = {found[1] or '0', found[2] or '', tostring(redis.call('MEMORY', 'USAGE', key) or 0)}
end
return details`
