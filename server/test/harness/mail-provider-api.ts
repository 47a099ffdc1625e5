import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { type AddressObject, simpleParser } from 'mailparser';

/**
 * How the next calls are answered: with a status, or not at all. `drop before` hangs up after the headers,
 * `drop after` once the message was read and accepted; `taken` gives this answer although the message was
 * accepted.
 */
export type ProviderFault =
  | { status: number; headers?: Record<string, string>; body?: object; taken?: true }
  | 'drop before'
  | 'drop after'
  | 'hang';

export interface SentMail {
  /** The account whose mailbox it was sent from. */
  account: string;
  /** Everyone it was delivered to: the recipients in its headers, including Bcc. */
  recipients: string[];
  raw: Buffer;
  path: string;
}

/** A token's account and scope; `null` if it was never issued, has expired or was revoked. */
export type Introspect = (token: string) => Promise<{ account: string; scope: string } | null>;

interface ProviderRefusal {
  status: number;
  message: string;
  reason: string;
}

const addressesIn = (field: AddressObject | AddressObject[] | undefined) =>
  [field ?? []].flat().flatMap(({ value }) => value.map(({ address }) => address ?? ''));

const refused = (status: number, reason: string, message: string): ProviderRefusal => ({
  status,
  reason,
  message,
});

/** Error bodies in the format of Google and Microsoft. */
const errorBodies = {
  google: ({ status, message, reason }: ProviderRefusal) => ({
    error: { code: status, message, errors: [{ message, domain: 'global', reason }], status: reason },
  }),
  microsoft: ({ message, reason }: ProviderRefusal) => ({
    error: {
      code: reason,
      message,
      innerError: { date: '2026-11-15T00:00:00', 'request-id': '0', 'client-request-id': '0' },
    },
  }),
};

const BASE64URL = /^[A-Za-z0-9_-]+$/;
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
const GRAPH_BYTES = 4 * 1024 * 1024;

type Read = (request: IncomingMessage, body: Buffer) => Buffer | ProviderRefusal;

function gmailJson({ headers }: IncomingMessage, body: Buffer): Buffer | ProviderRefusal {
  if (!/^application\/json\b/.test(headers['content-type'] ?? ''))
    return refused(400, 'parseError', 'not JSON');
  const { raw, ...more } = JSON.parse(body.toString()) as { raw?: unknown };
  if (typeof raw !== 'string' || !BASE64URL.test(raw) || Object.keys(more).length > 0)
    return refused(400, 'invalidArgument', "'raw' RFC822 payload message string required");
  return Buffer.from(raw, 'base64url');
}

const gmailUpload: Read = ({ headers }, body) =>
  headers['content-type'] === 'message/rfc822'
    ? body
    : refused(400, 'badContent', 'Media type not supported');

function graphMime({ headers }: IncomingMessage, body: Buffer): Buffer | ProviderRefusal {
  if (headers['content-type'] !== 'text/plain')
    return refused(415, 'UnsupportedMediaType', 'not a content type of sendMail');
  if (body.length > GRAPH_BYTES) return refused(413, 'RequestEntityTooLarge', 'the request is too large');
  const text = body.toString();
  return BASE64.test(text)
    ? Buffer.from(text, 'base64')
    : refused(400, 'ErrorMimeContentInvalidBase64String', 'Invalid base64 string for MIME content.');
}

/** The documented facts of each: paths, accepted input, response, and the scope that a token needs. */
const apis = {
  google: {
    paths: {
      '/gmail/v1/users/me/messages/send': gmailJson,
      '/upload/gmail/v1/users/me/messages/send?uploadType=media': gmailUpload,
    } as Record<string, Read>,
    scope: 'https://www.googleapis.com/auth/gmail.send',
    answer: { status: 200, body: { id: '18c0ffee', threadId: '18c0ffee', labelIds: ['SENT'] } },
  },
  microsoft: {
    paths: { '/v1.0/me/sendMail': graphMime } as Record<string, Read>,
    scope: 'https://graph.microsoft.com/Mail.Send',
    answer: { status: 202, body: null },
  },
};

/** The sending part of a provider, which follows the documentation. */
export class MailProviderApi {
  readonly messages: SentMail[] = [];
  /** Every call that arrived, regardless of its outcome. */
  calls = 0;
  /** Uses these first, one per call; then everything works. */
  faults: ProviderFault[] = [];
  readonly #kind: keyof typeof apis;
  readonly #introspect: Introspect;

  constructor(kind: keyof typeof apis, introspect: Introspect) {
    this.#kind = kind;
    this.#introspect = introspect;
  }

  has(url: string): boolean {
    return /^\/(gmail|upload|v1\.0)\//.test(url);
  }

  /** Messages that were sent to an address. */
  to(recipient: string): SentMail[] {
    return this.messages.filter(({ recipients }) => recipients.includes(recipient));
  }

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.calls += 1;
    const fault = this.faults.shift();
    if (fault === 'drop before') {
      request.socket.destroy();
      return;
    }
    const body = await buffer(request);
    if (fault === 'hang') return;
    const isRefused = typeof fault === 'object' && !fault.taken;
    const said = isRefused ? null : await this.#take(request, body);
    if (fault === 'drop after') {
      request.socket.destroy();
      return;
    }
    const { answer } = apis[this.#kind];
    if (typeof fault === 'object') this.#say(response, fault.status, fault.body ?? null, fault.headers);
    else if (said) this.#say(response, said.status, errorBodies[this.#kind](said));
    else this.#say(response, answer.status, answer.body);
  }

  #say(response: ServerResponse, status: number, body: object | null, headers: Record<string, string> = {}) {
    response.writeHead(status, { ...(body && { 'content-type': 'application/json' }), ...headers });
    response.end(body ? JSON.stringify(body) : undefined);
  }

  /** `null` if the message was accepted. */
  async #take(request: IncomingMessage, body: Buffer): Promise<ProviderRefusal | null> {
    const { paths, scope } = apis[this.#kind];
    const read = paths[request.url ?? ''];
    if (!read || request.method !== 'POST') return refused(404, 'notFound', 'Not Found');
    const token = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1];
    const known = token === undefined ? null : await this.#introspect(token);
    if (!known) return refused(401, 'authError', `Invalid Credentials: ${token}`);
    if (!known.scope.split(' ').includes(scope)) return refused(403, 'insufficientPermissions', 'no scope');
    const raw = read(request, body);
    if ('reason' in raw) return raw;
    const mail = await simpleParser(raw);
    const recipients = [mail.to, mail.cc, mail.bcc].flatMap(addressesIn);
    if (recipients.length === 0) return refused(400, 'invalidArgument', 'Recipient address required');
    if (addressesIn(mail.from)[0]?.toLowerCase() !== known.account.toLowerCase())
      return refused(
        403,
        'ErrorSendAsDenied',
        'The user account does not have the right to send as this one',
      );
    this.messages.push({ account: known.account, recipients, raw, path: String(request.url) });
    return null;
  }
}
