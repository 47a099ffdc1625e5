import { createHash } from 'node:crypto';

/**
 * A sliding log: each key is a list of the microseconds at which units were spent, oldest first, on Redis's
 * own clock, so that the clocks of our processes do not matter. Counters per fixed window and token buckets
 * allow up to twice the limit around a window's edge; a log does not.
 *
 * One call serves many keys, because the round trip costs far more than the counting. The keys need not
 * share a slot: a cell's Redis is a single primary, never a Redis Cluster.
 *
 * - A unit leaves when it is *older* than the window: of two spends exactly one window apart the
 *   second still sees the first, so the limit holds for closed intervals too.
 * - `%.0f`, because Lua would write a number of this size as 1.7e+15.
 * - An oldest unit in the future means that the clock was set back: the list is discarded,
 *   or the key would stay locked until the clock catches up.
 * - The time to live is twice the window and renewed only when the list is new or its head has moved:
 *   with an unmoved head the last unit was spent less than a window after the renewal, and lives
 *   for less than a window more. That and pushing before counting halve the work of the usual case.
 * - The reply holds two integers per key: what remains (-1: rejected) and the microseconds until the oldest
 *   unit is restored. A duration is valid on clocks that disagree; a point in time is not.
 */
const text = `
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local stamp = string.format('%.0f', now)
local limit, window, wishes = tonumber(ARGV[1]), tonumber(ARGV[2]), ARGV[3]
local ttl = math.ceil(2 * window / 1000) + 1000
local reply = {}
for i = 1, #KEYS do
  local key = KEYS[i]
  local oldest = tonumber(redis.call('LINDEX', key, 0))
  local renew = not oldest
  while oldest and oldest < now - window do
    redis.call('LPOP', key)
    oldest = tonumber(redis.call('LINDEX', key, 0))
    renew = true
  end
  if oldest and oldest > now + 1000000 then
    redis.call('DEL', key)
    oldest = nil
    renew = true
  end
  local remaining
  if string.byte(wishes, i) == 49 then
    remaining = limit - redis.call('RPUSH', key, stamp)
    oldest = oldest or now
    if remaining < 0 then
      redis.call('RPOP', key)
      remaining = -1
    end
    if renew then redis.call('PEXPIRE', key, ttl) end
  else
    remaining = math.max(0, limit - (oldest and redis.call('LLEN', key) or 0))
  end
  reply[2 * i - 1] = remaining
  reply[2 * i] = oldest and oldest + window - now + 1 or 0
end
return reply
`;

export const spendScript = { text, sha: createHash('sha1').update(text).digest('hex') } as const;

export const REFUSED = -1;

/** One character per key in the script's third argument. */
export const SPEND = '1';
export const PEEK = '0';

export const spendScriptArguments = (limit: number, windowSeconds: number, wishes: string) => [
  String(limit),
  String(windowSeconds * 1_000_000),
  wishes,
];
