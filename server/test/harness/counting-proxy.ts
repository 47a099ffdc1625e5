import { TcpProxy } from './tcp-proxy.ts';

const READY = 'Z'.charCodeAt(0);
const HEAD = 5;

/**
 * Counts how often PostgreSQL reports on one connection that it is ready for the next query: once per round
 * trip.
 */
function counter(count: () => void): (chunk: Buffer) => void {
  let rest = Buffer.alloc(0);
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    while (rest.length >= HEAD) {
      const length = 1 + rest.readInt32BE(1);
      if (rest.length < length) return;
      if (rest[0] === READY) count();
      rest = rest.subarray(length);
    }
  };
}

/**
 * A proxy to PostgreSQL that counts the round trips of `work`, apart from those that a process makes by
 * itself.
 */
export async function countingProxy(target: string) {
  let trips = 0;
  const proxy = await TcpProxy.to(target, () => counter(() => trips++));
  return {
    through: (url: string) => proxy.through(url),
    close: () => proxy.close(),
    /**
     * The minimum of several rounds, because a process's own round trips, such as polling for changed keys,
     * are rare.
     */
    async tripsOf(work: () => Promise<unknown>, turns = 20): Promise<number> {
      const counts: number[] = [];
      for (let turn = 0; turn < turns; turn++) {
        const before = trips;
        await work();
        counts.push(trips - before);
      }
      return Math.min(...counts);
    },
  };
}
