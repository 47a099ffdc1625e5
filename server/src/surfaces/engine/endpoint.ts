import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2';
import * as restate from '@restatedev/restate-sdk';
import {
  ENGINE_HANDLER,
  ENGINE_OBJECT,
  REPOSITORY_HANDLER,
  REPOSITORY_OBJECT,
  type WorkRef,
  type WorkReport,
} from '../../kernel/engine.ts';

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
  push(storeId: string): Promise<void>;
  onTrouble(error: unknown): void;
  /** Public keys of the engines that may call; none: anybody who can reach the port. */
  identityKeys: string[];
}

/**
 * What the engine calls: one object a slot, so that a slot has one piece of work at a time. The journal holds nothing
 * but the ids that came in and the report that went out, so any release can take up what another has begun.
 */
export function createEndpoint({ run, push, onTrouble, identityKeys }: EndpointOptions) {
  /** Slots of this process that are in use: an engine that was wiped may bring new work while the old still runs. */
  const held = new Map<string, Promise<unknown>>();

  async function runInSlot<Result>(slot: string, work: () => Promise<Result>): Promise<Result> {
    for (let before = held.get(slot); before; before = held.get(slot)) await before;
    const running = work();
    const settled = running.then(
      () => held.delete(slot),
      () => held.delete(slot),
    );
    held.set(slot, settled);
    return running;
  }

  /** The engine keeps what it is told; why something failed is in our own log. */
  async function withoutDetails<Result>(work: Promise<Result>): Promise<Result> {
    try {
      return await work;
    } catch (error) {
      onTrouble(error);
      throw new Error('not now');
    }
  }

  const options = {
    retryPolicy: RETRIES,
    idempotencyRetention: REMEMBER_MS,
    journalRetention: 0,
    ingressPrivate: false,
  };
  const lane = restate.object({
    name: ENGINE_OBJECT,
    handlers: {
      [ENGINE_HANDLER]: (ctx: restate.ObjectContext, ref: WorkRef): Promise<WorkReport> =>
        withoutDetails(runInSlot(ctx.key, () => run(ref))),
    },
    options,
  });
  const repository = restate.object({
    name: REPOSITORY_OBJECT,
    handlers: {
      [REPOSITORY_HANDLER]: (ctx: restate.ObjectContext, { storeId }: { storeId: string }): Promise<void> =>
        withoutDetails(runInSlot(`repository ${ctx.key}`, () => push(storeId))),
    },
    options,
  });
  const handler = restate.createEndpointHandler({
    services: [lane, repository],
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
