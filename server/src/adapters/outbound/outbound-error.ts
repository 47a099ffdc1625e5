import { type Message, message, textOf } from '../../kernel/messages/message.ts';
import type { OutboundReason } from '../../kernel/outbound.ts';

export const ALLOW_SETTING = 'OUTSTEP_OUTBOUND_ALLOW';

/**
 * Ends a call. Its message is shown to people, so it contains only the host and the problem, and no other
 * part of the request.
 */
export class OutboundError extends Error {
  readonly reason: OutboundReason;
  readonly said: Message;

  constructor(reason: OutboundReason, said: Message) {
    super(textOf(said));
    this.said = said;
    this.reason = reason;
  }
}

export const malformed = (what: Message) => new OutboundError('malformed', what);

/** The same message for every address, so that it reveals nothing about our network. */
export const privateTarget = (host: string) =>
  new OutboundError('forbidden', message('private_target', { host, setting: ALLOW_SETTING }));

export const localName = (host: string) =>
  new OutboundError('forbidden', message('local_target', { host, setting: ALLOW_SETTING }));

export const ownService = (host: string) =>
  new OutboundError('forbidden', message('own_target', { host, setting: ALLOW_SETTING }));

export const closedPort = (host: string, port: number) =>
  new OutboundError('forbidden', message('port_forbidden', { port, host }));

export const ownPort = (host: string, port: number) =>
  new OutboundError('forbidden', message('port_own', { port, host }));

export const seconds = (ms: number) => `${Math.round(ms / 100) / 10} s`;

export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
