import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import { OperationError } from '../../kernel/error.ts';
import { message } from '../../kernel/messages/message.ts';
import type { FailedCalls } from './failed-calls.ts';

/** Longer than a rejection normally takes, so that all rejections take the same time. */
const REFUSED_AFTER_MS = 50;

/**
 * The same message for every reason, so that it does not reveal which stores exist
 * (contract: Workflow platforms 2).
 */
export async function rejectAfterDelay(began: number, scheme: string): Promise<never> {
  await sleep(Math.max(0, REFUSED_AFTER_MS - (performance.now() - began)));
  throw new OperationError('unauthenticated', message('signature_wrong'), { scheme });
}

/**
 * Up to this size, reading and verifying a body costs little more than rejecting it; steps are hardly ever
 * larger.
 */
const SMALL_BODY = 256 * 1024;
/** Maximum number of concurrent bodies from a network that has used up its failures. */
export const MAX_BODIES = 256;

const isSmall = (headers: IncomingHttpHeaders) =>
  headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) <= SMALL_BODY;

/**
 * Bodies being received, by network. Above the maximum, the oldest is cut off: a platform sends a body at
 * once, so a client that holds it back loses its connection instead of blocking those of others.
 */
function createBodies() {
  const underWay = new Map<string, Set<IncomingMessage>>();
  return (network: string, raw: IncomingMessage) => {
    const bodies = underWay.get(network) ?? new Set();
    underWay.set(network, bodies.add(raw));
    const received = () => {
      bodies.delete(raw);
      if (bodies.size === 0 && underWay.get(network) === bodies) underWay.delete(network);
    };
    // No longer counts once it is complete, because the step may take seconds from then on.
    raw.once('end', received).once('close', received);
    const [oldest] = bodies;
    if (bodies.size > MAX_BODIES) {
      bodies.delete(oldest as IncomingMessage);
      oldest?.socket.destroy();
    }
  };
}

/**
 * Rejects a call whose headers cannot be those of a signed one before its body is read, so that a caller
 * without a secret cannot send us megabytes. Small calls from a platform's network are verified even if its
 * failures are used up, so that a stranger who shares its addresses does not stop anyone's steps
 * (contract: Workflow platforms 2; Workflow platforms 8).
 */
export function createAdmission(
  failedCalls: FailedCalls,
  scheme: string,
  isWellFormed: (headers: IncomingHttpHeaders) => boolean,
) {
  const receive = createBodies();
  return async ({ ip, headers, raw }: FastifyRequest): Promise<void> => {
    const wellFormed = isWellFormed(headers);
    try {
      failedCalls.requireLeft(ip);
    } catch (refusal) {
      const platform = wellFormed && isSmall(headers) ? failedCalls.platformOf(ip) : null;
      if (platform === null) throw refusal;
      return receive(platform, raw);
    }
    if (wellFormed) return;
    failedCalls.countFailure(ip);
    await rejectAfterDelay(performance.now(), scheme);
  };
}

/** Platforms retry such a rejection for a day or more, and notify the merchant when they give up. */
const ASK_AGAIN_SECONDS = 600;

/**
 * A suspended store accepts no steps: if they were kept for weeks, they would be sent when no one expects
 * them anymore (contract: Suspended stores 2).
 */
export function requireActive(suspendedWhy: string | null): void {
  if (suspendedWhy === null) return;
  throw new OperationError('unavailable', message('store_suspended', { why: suspendedWhy }), {
    retryAfterSeconds: ASK_AGAIN_SECONDS,
  });
}
