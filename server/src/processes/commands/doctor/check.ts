import type { Config } from '../../../config.ts';

export interface DoctorFinding {
  check: string;
  ok: boolean;
  detail: string;
}

/** Answers what is well, and throws what is not. */
export type Check = (config: Config) => Promise<string>;

export class CheckFailed extends Error {}

const PATIENCE_MS = 3_000;

/** An answer of a part that speaks HTTP; `null` where there is none in time. */
export const fetchOrNull = (url: string, init: RequestInit = {}): Promise<Response | null> =>
  fetch(url, { signal: AbortSignal.timeout(PATIENCE_MS), ...init }).catch(() => null);
