import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

// biome-ignore lint/suspicious/noExplicitAny: the caller names the types, as with any call to another process
type Handler = (...args: any[]) => unknown;

interface GuestCall {
  id: number;
  name: string;
  args: unknown[];
}

interface Reply {
  id: number;
  value?: unknown;
  error?: string;
}

/** In a child: answers the parent's calls from now on. */
export function answerCalls(handlers: Record<string, Handler>): void {
  process.on('message', async ({ id, name, args }: GuestCall) => {
    const reply: Reply = { id };
    try {
      reply.value = await handlers[name]?.(...args);
    } catch (error) {
      reply.error = error instanceof Error ? (error.stack ?? error.message) : String(error);
    }
    process.send?.(reply);
  });
  process.on('disconnect', () => process.exit());
  process.send?.({ id: 0 } satisfies Reply);
}

/** A child that answers calls. */
export interface Answering {
  call<T>(name: string, ...args: unknown[]): Promise<T>;
  close(): Promise<void>;
}

/** In the parent: settles when the child is ready. */
export async function callsTo(child: ChildProcess): Promise<Answering> {
  let last = 0;
  let ended = false;
  const waiting = new Map<number, (reply: Reply) => void>();
  const ready = new Promise<Reply>((resolve) => waiting.set(0, resolve));
  child.on('message', (reply: Reply) => {
    waiting.get(reply.id)?.(reply);
    waiting.delete(reply.id);
  });
  child.on('exit', (code, signal) => {
    ended = true;
    for (const [id, settle] of waiting) settle({ id, error: `the process ended with ${code ?? signal}` });
  });
  const fail = ({ error }: Reply) => {
    if (error !== undefined) throw new Error(error);
  };
  fail(await ready);
  return {
    async call<T>(name: string, ...args: unknown[]) {
      last += 1;
      const id = last;
      const answered = new Promise<Reply>((resolve) => waiting.set(id, resolve));
      child.send({ id, name, args });
      const reply = await answered;
      fail(reply);
      return reply.value as T;
    },
    async close() {
      if (ended) return;
      // A wrapper around the child may hold back gentler signals.
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}
