/**
 * Calls to targets that a store chose. A target's trouble is an outcome and never an exception, so that
 * whoever calls must say what becomes of each.
 */
export interface OutboundRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** As rendered. Credentials in it travel as `Authorization`, unless that header is given. */
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string | null;
  /** For everything together: name, connection, answer. More than 30 s counts as 30 s. */
  timeoutMs: number;
  /** Asked once the target is connected to and before anything is said to it. What it throws ends the call. */
  beforeSend?: () => Promise<void>;
}

export type OutboundReason =
  /** The request itself cannot be sent: its url or a header is wrong. */
  | 'malformed'
  /** The guard does not let it out. */
  | 'forbidden'
  | 'unresolvable'
  /** Nobody listens there, or no way leads there. */
  | 'refused'
  | 'timeout'
  | 'tls'
  /** The connection ended before the answer did. */
  | 'cut'
  /** What came back is not an answer that can be read. */
  | 'bad_answer'
  /** There is more of it than was asked for. */
  | 'too_large';

/** Names are in lower case; a header given several times is joined. The target wrote all of it: trust nothing. */
export interface OutboundAnswer {
  kind: 'answered';
  status: number;
  headers: Record<string, string>;
  /** Unpacked and read as text in the charset that was named, at most 1 MB of it. */
  body: string;
  /** Of the unpacked body, as far as it was read. */
  bytes: number;
  truncated: boolean;
  /** Where a redirect points, complete and without credentials; it was not followed. */
  redirectTo: string | null;
  /** The one address that was checked and called. */
  address: string;
  durationMs: number;
}

export interface OutboundFailure {
  kind: 'failed';
  reason: OutboundReason;
  /** For a person: the host and what went wrong, nothing else of the request. */
  sentence: string;
  /** Whether the target may have read the request: `false` means that trying again repeats nothing. */
  sent: boolean;
  /** The status, if one came before things went wrong. */
  status: number | null;
  durationMs: number;
}

export type OutboundOutcome = OutboundAnswer | OutboundFailure;

export interface Downloaded {
  kind: 'downloaded';
  bytes: Buffer;
  /** As the target names it, or empty. */
  contentType: string;
  durationMs: number;
}

export interface DownloadLimits {
  maxBytes: number;
  /** As for a request. */
  timeoutMs: number;
}

export interface OutboundClient {
  send(request: OutboundRequest): Promise<OutboundOutcome>;
  /** The whole file behind an https url, or nothing of it: an answer other than 2xx is a failure here. */
  download(url: string, limits: DownloadLimits): Promise<Downloaded | OutboundFailure>;
}

/** A connection to a mail server that a store chose: guarded alike, spoken over by somebody else. */
export interface OutboundDialer<Socket> {
  dial(
    host: string,
    port: number,
    timeoutMs: number,
  ): Promise<{ kind: 'connected'; socket: Socket; address: string } | OutboundFailure>;
}
