import type { Message } from './messages/message.ts';
/**
 * Calls to targets that a store chose. Errors of a target are outcomes, never exceptions, so that every
 * caller has to handle each.
 */
export interface OutboundRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** The rendered URL. Credentials in it are sent as `Authorization`, unless that header is given. */
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string | null;
  /** For the whole call: DNS lookup, connection, response. Capped at 30 s. */
  timeoutMs: number;
  /** Called after connecting and before anything is sent. An exception ends the call. */
  beforeSend?: () => Promise<void>;
}

export type OutboundReason =
  /** The request itself cannot be sent, because its URL or a header is invalid. */
  | 'malformed'
  /** The guard rejects the target. */
  | 'forbidden'
  | 'unresolvable'
  /** No server listens there, or there is no route. */
  | 'refused'
  | 'timeout'
  | 'tls'
  /** The connection ended before the response did. */
  | 'cut'
  /** The response is unreadable. */
  | 'bad_answer'
  /** The response is larger than the limit. */
  | 'too_large';

/**
 * Names are in lower case; a header given several times is joined. All of it comes from the target and must
 * not be trusted.
 */
export interface OutboundAnswer {
  kind: 'answered';
  status: number;
  headers: Record<string, string>;
  /** Decompressed and decoded with the declared charset, at most 1 MB. */
  body: string;
  /** The size of the decompressed body, as far as it was read. */
  bytes: number;
  truncated: boolean;
  /** The full URL of a redirect, without credentials; it was not followed. */
  redirectTo: string | null;
  /** The address that was checked and called. */
  address: string;
  durationMs: number;
}

export interface OutboundFailure {
  kind: 'failed';
  reason: OutboundReason;
  /** Shown to people, so it contains only the host and the problem, and no other part of the request. */
  sentence: Message;
  /** Whether the target may have read the request: after `false`, a retry is safe. */
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
  /**
   * Returns why the URL, or one that it redirects to, must not be requested. Called before its name is
   * resolved.
   */
  refuse?: (url: string) => Message | null;
}

export interface OutboundClient {
  send(request: OutboundRequest): Promise<OutboundOutcome>;
  /** Downloads the whole file at an HTTPS URL; any status other than 2xx is a failure here. */
  download(url: string, limits: DownloadLimits): Promise<DownloadResult | OutboundFailure>;
}

/** Gives each store its own client, because TLS sessions are kept per store. */
export interface OutboundForStores {
  forStore(storeId: string): OutboundClient;
}

/** Connects to a mail server that a store chose, with the same guard; the caller handles the protocol. */
export interface OutboundDialer<Socket> {
  dial(
    host: string,
    port: number,
    timeoutMs: number,
  ): Promise<{ kind: 'connected'; socket: Socket; address: string } | OutboundFailure>;
}
