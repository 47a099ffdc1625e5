import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { Redis as RedisClient } from 'ioredis';

/** Everything in a database, as whoever steals a backup has it. */
export async function dumpOf(databaseUrl: string): Promise<string> {
  const { stdout } = await promisify(execFile)('pg_dump', ['--inserts', '--dbname', databaseUrl], {
    maxBuffer: 256 * 1024 * 1024,
  });
  return stdout;
}

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
      // Gone in the meantime.
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
