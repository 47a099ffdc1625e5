import type { Message } from './messages/message.ts';
/**
 * Calls to targets that a store chose. Errors of a target are outcomes and never exceptions, so that
 * every caller has to handle each.
 */
export interface OutboundRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** As rendered. Credentials in it travel as `Authorization`, unless that header is given. */
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string | null;
  /** For the whole call: name, connection, answer. Capped at 30 s. */
  timeoutMs: number;
  /** Called after connecting and before anything is sent. An exception ends the call. */
  beforeSend?: () => Promise<void>;
}

export type OutboundReason =
  /** The request itself cannot be sent: its url or a header is wrong. */
  | 'malformed'
  /** The guard refuses the target. */
  | 'forbidden'
  | 'unresolvable'
  /** Nothing listens there, or there is no route. */
  | 'refused'
  | 'timeout'
  | 'tls'
  /** The connection ended before the answer did. */
  | 'cut'
  /** The answer is unreadable. */
  | 'bad_answer'
  /** The answer is larger than the limit. */
  | 'too_large';

/** Names are in lower case; a header given several times is joined. The target wrote all of it: trust nothing. */
export interface OutboundAnswer {
  kind: 'answered';
  status: number;
  headers: Record<string, string>;
  /** Unpacked and decoded in the named charset, at most 1 MB. */
  body: string;
  /** The decompressed body, as far as it was read. */
  bytes: number;
  truncated: boolean;
  /** Where a redirect points, complete and without credentials; it was not followed. */
  redirectTo: string | null;
  /** The address that was checked and called. */
  address: string;
  durationMs: number;
}

export interface OutboundFailure {
  kind: 'failed';
  reason: OutboundReason;
  /** For a person: the host and what went wrong, nothing else of the request. */
  sentence: Message;
  /** Whether the target may have read the request: `false` means that trying again repeats nothing. */
  sent: boolean;
  /** The status, if one came before the error. */
  status: number | null;
  durationMs: number;
}

export type OutboundOutcome = OutboundAnswer | OutboundFailure;

export interface DownloadResult {
  kind: 'downloaded';
  bytes: Buffer;
  /** The content type that the target sent, or empty. */
  contentType: string;
  durationMs: number;
}

export interface DownloadLimits {
  maxBytes: number;
  /** The same as for a request. */
  timeoutMs: number;
  /** Why the url, or one that it redirects to, must not be asked. Called before its name is looked up. */
  refuse?: (url: string) => Message | null;
}

export interface OutboundClient {
  send(request: OutboundRequest): Promise<OutboundOutcome>;
  /** The whole file behind an https url, or nothing of it: an answer other than 2xx is a failure here. */
  download(url: string, limits: DownloadLimits): Promise<DownloadResult | OutboundFailure>;
}

/** Gives each store a client of its own: what is kept between calls is kept for one store. */
export interface OutboundForStores {
  forStore(storeId: string): OutboundClient;
}

/** A connection to a mail server that a store chose: with the same guard; the caller speaks the protocol. */
export interface OutboundDialer<Socket> {
  dial(
    host: string,
    port: number,
    timeoutMs: number,
  ): Promise<{ kind: 'connected'; socket: Socket; address: string } | OutboundFailure>;
}
