import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2';
import * as restate from '@restatedev/restate-sdk';
import { ENGINE_HANDLER, ENGINE_OBJECT, type WorkRef, type WorkReport } from '../../kernel/engine.ts';

/**
 * A handler fails only when something of ours is away, so it is tried again soon. Given up after ten minutes: the
 * ledger brings the work again, and until then nothing of it may block a slot, whatever became of its worker.
 */
const RETRIES = {
  initialInterval: 100,
  exponentiationFactor: 2,
  maxInterval: 5_000,
  maxAttempts: 120,
  onMaxAttempts: 'kill',
} as const;

/** So long does the engine remember that it has seen a submission; every new one has a name of its own. */
const REMEMBER_MS = 10 * 60_000;

interface EndpointOptions {
  run(ref: WorkRef): Promise<WorkReport>;
  onTrouble(error: unknown): void;
  /** Public keys of the engines that may call; none: anybody who can reach the port. */
  identityKeys: string[];
}

/**
 * What the engine calls: one object a slot, so that a slot has one piece of work at a time. The journal holds nothing
 * but the ids that came in and the report that went out, so any release can take up what another has begun.
 */
export function createEndpoint({ run, onTrouble, identityKeys }: EndpointOptions) {
  /** Slots of this process that are in use: an engine that was wiped may bring new work while the old still runs. */
  const held = new Map<string, Promise<unknown>>();

  async function inSlot(slot: string, work: () => Promise<WorkReport>): Promise<WorkReport> {
    for (let before = held.get(slot); before; before = held.get(slot)) await before;
    const running = work();
    const settled = running.then(
      () => held.delete(slot),
      () => held.delete(slot),
    );
    held.set(slot, settled);
    return running;
  }

  const lane = restate.object({
    name: ENGINE_OBJECT,
    handlers: {
      [ENGINE_HANDLER]: async (ctx: restate.ObjectContext, ref: WorkRef): Promise<WorkReport> => {
        try {
          return await inSlot(ctx.key, () => run(ref));
        } catch (error) {
          onTrouble(error);
          // The engine keeps what it is told; why is in our own log.
          throw new Error('not now');
        }
      },
    },
    options: {
      retryPolicy: RETRIES,
      idempotencyRetention: REMEMBER_MS,
      journalRetention: 0,
      ingressPrivate: false,
    },
  });
  const handler = restate.createEndpointHandler({
    services: [lane],
    identityKeys,
    // What went wrong is logged once, by us.
    logger: () => undefined,
  });
  return {
    handler: handler as (request: Http2ServerRequest, response: Http2ServerResponse) => void,
    /** Work that is under way. */
    get running() {
      return held.size;
    },
  };
}
