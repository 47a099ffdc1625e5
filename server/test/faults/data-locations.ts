import { Redis as RedisClient } from 'ioredis';
import { withClient } from '../harness/postgres.ts';

const TABLES = `
  select format('select concat_ws(chr(10), %L, %s) as row from %s', attrelid::regclass,
    string_agg(format('%I::text', attname), ', ' order by attnum), attrelid::regclass) as reading
  from pg_attribute join pg_class on pg_class.oid = attrelid
  where relkind in ('r', 'm') and attnum > 0 and not attisdropped
    and relnamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace, 'pg_toast'::regnamespace)
  group by attrelid`;

/**
 * Every value of every row with the name of its table, as someone who steals a backup sees it. Not `pg_dump`:
 * it reads no server newer than itself, and escapes the text to search for.
 */
export const dumpOf = (databaseUrl: string): Promise<string> =>
  withClient(databaseUrl, async (client) => {
    await client.query('begin isolation level repeatable read read only');
    const lines: string[] = [];
    for (const { reading } of (await client.query<{ reading: string }>(TABLES)).rows)
      for (const { row } of (await client.query<{ row: string }>(reading)).rows) lines.push(row);
    return lines.join('\n');
  });

async function contentOf(redis: RedisClient, key: string): Promise<unknown> {
  switch (await redis.type(key)) {
    case 'string':
      return redis.get(key);
    case 'hash':
      return redis.hgetall(key);
    case 'list':
      return redis.lrange(key, '0', '-1');
    case 'set':
      return redis.smembers(key);
    case 'zset':
      return redis.zrange(key, '0', '-1', 'WITHSCORES');
    case 'stream':
      return redis.xrange(key, '-', '+');
    default:
      // The key was removed in the meantime.
      return null;
  }
}

/** Every key and value. Not `DUMP`, which packs long texts so that a search would miss them. */
export async function contentsOf(redisUrl: string): Promise<string> {
  const redis = new RedisClient(redisUrl);
  try {
    const lines: string[] = [];
    for await (const keys of redis.scanStream({ count: 500 }))
      for (const key of keys as string[]) lines.push(`${key} ${JSON.stringify(await contentOf(redis, key))}`);
    return lines.join('\n');
  } finally {
    redis.disconnect();
  }
}
