import { OperationError } from '../../kernel/error.ts';
import { message } from '../../kernel/messages/message.ts';

const WINDOW_MS = 60_000;
/** Failed calls allowed per network in a window. */
const FAILURES = 60;
/**
 * The same for a network that has sent a signed call, because platforms share their addresses with strangers.
 */
const FAILURES_OF_PLATFORM = 600;
const PLATFORM_MS = 3_600_000;
const MAX_NETWORKS = 10_000;

interface NetworkRecord {
  /** Failures that still count at `at`; they expire evenly over a window. */
  failures: number;
  at: number;
  /** When the network last sent a signed call. */
  signedAt: number;
}

/**
 * Counts failed calls by network, in this process only: coordinating with others would cost more than
 * rejecting a call.
 */
export interface FailedCalls {
  /** Rejects with 429 if the network has used up its failures. */
  requireLeft(address: string): void;
  /** The network, if a signed call came from it within the last hour. */
  platformOf(address: string): string | null;
  countFailure(address: string): void;
  countSigned(address: string): void;
}

/**
 * A budget of failures for each network (contract: Workflow platforms 8). Memory is bounded by two generations: when
 * the young one is full, it becomes the old one, and networks that still call move back.
 */
export function createFailedCalls(
  networkOf: (address: string) => string,
  { now = () => performance.now(), maxNetworks = MAX_NETWORKS } = {},
): FailedCalls {
  let young = new Map<string, NetworkRecord>();
  let old = new Map<string, NetworkRecord>();

  const isPlatform = ({ signedAt }: NetworkRecord) => now() - signedAt < PLATFORM_MS;
  const allowanceOf = (record: NetworkRecord) => (isPlatform(record) ? FAILURES_OF_PLATFORM : FAILURES);

  const find = (network: string) => young.get(network) ?? old.get(network);

  function recordOf(network: string): NetworkRecord {
    const known = young.get(network);
    if (known) return known;
    const record = old.get(network) ?? { failures: 0, at: now(), signedAt: Number.NEGATIVE_INFINITY };
    if (young.size >= maxNetworks) [old, young] = [young, new Map()];
    young.set(network, record);
    return record;
  }

  const failuresNow = (record: NetworkRecord) =>
    Math.max(0, record.failures - ((now() - record.at) / WINDOW_MS) * allowanceOf(record));

  return {
    requireLeft(address) {
      const record = find(networkOf(address));
      if (!record) return;
      const allowance = allowanceOf(record);
      const excess = failuresNow(record) + 1 - allowance;
      if (excess <= 0) return;
      const seconds = Math.ceil((excess * WINDOW_MS) / 1000 / allowance);
      throw new OperationError('over_budget', message('too_many_failed_calls', { seconds }), {
        retryAfterSeconds: seconds,
      });
    },

    platformOf(address) {
      const network = networkOf(address);
      const record = find(network);
      return record && isPlatform(record) ? network : null;
    },

    countFailure(address) {
      const record = recordOf(networkOf(address));
      // Concurrent failures count too, but no network has to wait longer than one window.
      record.failures = Math.min(failuresNow(record) + 1, 2 * allowanceOf(record) - 1);
      record.at = now();
    },

    countSigned(address) {
      const record = recordOf(networkOf(address));
      record.failures = failuresNow(record);
      record.at = record.signedAt = now();
    },
  };
}
