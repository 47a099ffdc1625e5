import type { Config } from '../../../config.ts';

export interface DoctorFinding {
  check: string;
  ok: boolean;
  detail: string;
}

/** Returns a description if everything is fine, and throws otherwise. */
export type Check = (config: Config) => Promise<string>;

export class CheckFailed extends Error {}

const PATIENCE_MS = 3_000;

/** The response of an HTTP service; `null` if there is none in time. */
export const fetchOrNull = (url: string, init: RequestInit = {}): Promise<Response | null> =>
  fetch(url, { signal: AbortSignal.timeout(PATIENCE_MS), ...init }).catch(() => null);
