import { setTimeout as sleep } from 'node:timers/promises';
import { Refusal } from '../../kernel/error.ts';

/** More than a refusal takes while the database is well, so that all of them leave equally late. */
const REFUSED_AFTER_MS = 50;

/** One sentence for everything that can be wrong, so that nobody learns which stores there are. */
export async function refuseLate(began: number, scheme: string): Promise<never> {
  await sleep(Math.max(0, REFUSED_AFTER_MS - (performance.now() - began)));
  throw new Refusal('unauthenticated', 'the signature is missing, malformed, expired or wrong', { scheme });
}
