import * as restate from '@restatedev/restate-sdk';
import {
  ENGINE_HANDLER,
  ENGINE_OBJECT,
  REPOSITORY_HANDLER,
  REPOSITORY_OBJECT,
  type WorkRef,
} from '../../kernel/engine.ts';
import { type EngineHandler, withKnownSignatures } from './known-signatures.ts';

/**
 * A handler fails only if one of our dependencies is down, so it is retried soon. After ten minutes the
 * engine gives up: the ledger submits the work again, and until then it must not block a slot, whatever
 * happened to its worker.
 */
const RETRIES = {
  initialInterval: 100,
  exponentiationFactor: 2,
  maxInterval: 5_000,
  maxAttempts: 120,
  onMaxAttempts: 'kill',
} as const;

/**
 * The result of every run, because the actual outcome is in the ledger. A run that is repeated because a node
 * of the engine was lost may end differently, and the engine does not accept a second result that differs
 * from the first. An API of release 0.2 treats this result as a signal to read the ledger.
 */
const DONE = 'PENDING';

/** How long the engine remembers a submission; every new one has its own idempotency key. */
const REMEMBER_MS = 10 * 60_000;

interface EndpointOptions {
  run(ref: WorkRef): Promise<void>;
  push(storeId: string): Promise<void>;
  onError(error: unknown): void;
  /** Public keys of the engines that may call; without any, anyone who can reach the port may call. */
  identityKeys: string[];
}

/**
 * The endpoint that the engine calls: one object per slot, so that a slot has one piece of work at a time.
 * The journal contains only the IDs that came in, so any release can continue another's work.
 */
export function createEndpoint({ run, push, onError, identityKeys }: EndpointOptions) {
  /** Busy slots of this process: a wiped engine may send new work while the old still runs. */
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

  /** The engine stores error messages, so details of a failure go to our own log only. */
  async function withoutDetails<Result>(work: Promise<Result>): Promise<Result> {
    try {
      return await work;
    } catch (error) {
      onError(error);
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
      async [ENGINE_HANDLER](ctx: restate.ObjectContext, ref: WorkRef): Promise<string> {
        await withoutDetails(runInSlot(ctx.key, () => run(ref)));
        return DONE;
      },
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
  const handlerFor = (keys: string[]) =>
    restate.createEndpointHandler({
      services: [lane, repository],
      identityKeys: keys,
      // We log failures ourselves, once.
      logger: () => undefined,
    }) as EngineHandler;
  return {
    handler:
      identityKeys.length === 0
        ? handlerFor([])
        : withKnownSignatures(handlerFor(identityKeys), handlerFor([])),
    /** Number of running pieces of work. */
    get running() {
      return held.size;
    },
  };
}
