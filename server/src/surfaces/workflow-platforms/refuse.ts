import { setTimeout as sleep } from 'node:timers/promises';
import { Refusal } from '../../kernel/error.ts';
import { message } from '../../kernel/messages/message.ts';

/** Longer than a refusal normally takes, so that all of them are answered after the same time. */
const REFUSED_AFTER_MS = 50;

/** The same sentence for every reason, so that nobody learns which stores exist (contract: Workflow platforms 2). */
export async function refuseLate(began: number, scheme: string): Promise<never> {
  await sleep(Math.max(0, REFUSED_AFTER_MS - (performance.now() - began)));
  throw new Refusal('unauthenticated', message('signature_wrong'), { scheme });
}

/** Platforms repeat what was refused like this for a day or more, and tell the merchant when they give up. */
const ASK_AGAIN_SECONDS = 600;

/**
 * A suspended store takes no steps: kept for weeks they would be sent when nobody expects them any more
 * (contract: Suspended stores 2).
 */
export function requireActive(suspendedWhy: string | null): void {
  if (suspendedWhy === null) return;
  throw new Refusal('unavailable', message('store_suspended', { why: suspendedWhy }), {
    retryAfterSeconds: ASK_AGAIN_SECONDS,
  });
}
