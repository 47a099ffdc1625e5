import type { OutboundReason } from '../../kernel/outbound.ts';

export const ALLOW_SETTING = 'OUTSTEP_OUTBOUND_ALLOW';

/** Ends a call. `message` reaches a person: the host and what went wrong, nothing else of the request. */
export class OutboundError extends Error {
  readonly reason: OutboundReason;

  constructor(reason: OutboundReason, message: string) {
    super(message);
    this.reason = reason;
  }
}

export const malformed = (what: string) => new OutboundError('malformed', what);

/** The same sentence for every address, so that nothing about our network is revealed. */
export const privateTarget = (host: string) =>
  new OutboundError(
    'forbidden',
    `${host} is or leads to a private or reserved address; an operator can allow it with ${ALLOW_SETTING}`,
  );

export const localName = (host: string) =>
  new OutboundError('forbidden', `${host} is a local name; an operator can allow it with ${ALLOW_SETTING}`);

export const ownService = (host: string) =>
  new OutboundError(
    'forbidden',
    `${host} is this service itself; an operator can allow it with ${ALLOW_SETTING}`,
  );

export const closedPort = (host: string, port: number) =>
  new OutboundError('forbidden', `port ${port} of ${host} belongs to another protocol and is never called`);

export const seconds = (ms: number) => `${Math.round(ms / 100) / 10} s`;

export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
