import type { Message } from 'outstep/kernel/messages/message.ts';
import { retryWhenAvailable } from './retry-when-available.ts';
import { withSession } from './session-end.ts';

/** `field` is set where the message is about one, under the name that the sentence uses. */
export type FieldMessage = Message & { field?: string };

/** Maps the fields of messages to the fields of the form. */
export const withFields = (messages: readonly FieldMessage[], toFormField: (field: string) => string) =>
  messages.map((each) => (each.field === undefined ? each : { ...each, field: toFormField(each.field) }));

/** An error reported by the server, in its own words. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** By field, where the error names fields. */
  readonly fields: Readonly<Record<string, string>>;
  /** The problems as codes with values, each with its field; empty where the server sends no codes. */
  readonly messages: readonly FieldMessage[];
  /** A machine-readable reason, if there is one. */
  readonly code: string | null;
  /** The person is signed in but must confirm again that it's them. */
  readonly needsProof: boolean;
  /** Seconds until a retry may succeed, where the server reports it. */
  readonly retryAfterSeconds: number | null;

  constructor(
    status: number,
    message: string,
    code: string | null = null,
    headers?: Headers,
    messages: readonly FieldMessage[] = [],
  ) {
    super(message);
    this.messages = messages;
    this.status = status;
    this.code = code;
    this.needsProof = headers?.get('www-authenticate')?.includes('insufficient_user_authentication') ?? false;
    const wait = Number.parseInt(headers?.get('retry-after') ?? '', 10);
    this.retryAfterSeconds = Number.isNaN(wait) ? null : wait;
    this.fields = status === 400 ? fieldsOf(message) : {};
  }
}

/** One problem per field; a reason may contain a semicolon itself. */
export const problemsIn = (message: string) => message.split(/; (?=[A-Za-z_$][^:;]*: )/);

/**
 * Parses `name: required; headers[0].name: too long` into reasons by field; empty if the message names no
 * fields.
 */
export function fieldsOf(message: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const part of problemsIn(message)) {
    const [, field, reason] = /^([A-Za-z_$][\w$.[\]-]*): (.+)$/s.exec(part) ?? [];
    if (field && reason) found[field] ??= reason;
  }
  return found;
}

export type Query = Readonly<Record<string, string | number | boolean | null | undefined>>;

export interface CallOptions {
  query?: Query | undefined;
  body?: unknown;
  headers?: Record<string, string> | undefined;
  signal?: AbortSignal | undefined;
  /** `false` for sign-in calls: 401 is their regular response and must not prompt for sign-in again. */
  needsSession?: boolean;
  /** Whether the request outlives the page; browsers limit such bodies to 64 KB. */
  keepalive?: boolean;
  /** Receives response headers, such as the entity tag. */
  onHeaders?: (headers: Headers) => void;
}

export function withQuery(path: string, query: Query = {}): string {
  const wanted = Object.entries(query).filter(([, value]) => value != null && value !== '');
  if (wanted.length === 0) return path;
  return `${path}?${new URLSearchParams(wanted.map(([name, value]) => [name, String(value)]))}`;
}

/** Bodies of a browser type are sent as they are; anything else is sent as JSON. */
const bodyOf = (body: unknown): { body?: BodyInit; type?: string } =>
  body === undefined
    ? {}
    : body instanceof Blob || body instanceof FormData
      ? { body }
      : { body: JSON.stringify(body), type: 'application/json' };

/** Builds the error from the status and body of a response. */
export function toApiError(status: number, text: string, headers?: Headers): ApiError {
  let said: Record<string, unknown> | null = null;
  try {
    said = JSON.parse(text);
  } catch {
    // A proxy in front of the server may answer with something other than JSON.
  }
  const message = said?.['error'] ?? said?.['message'];
  const code = said?.['code'];
  return new ApiError(
    status,
    typeof message === 'string' ? message : '',
    typeof code === 'string' ? code : null,
    headers,
    Array.isArray(said?.['messages']) ? said['messages'] : [],
  );
}

/** The language of the page; emails triggered by a call are written in it too. */
const pageLanguage = () => (typeof document === 'undefined' ? '' : document.documentElement.lang);

/** A single call to our own server. A failed connection is an `ApiError` with status 0. */
async function callOnce<T>(method: string, path: string, options: CallOptions): Promise<T> {
  const { body, type } = bodyOf(options.body);
  const language = pageLanguage();
  const response = await fetch(withQuery(path, options.query), {
    method,
    credentials: 'same-origin',
    // Another site's page cannot send this header without a preflight: this is the server's CSRF protection.
    headers: {
      'X-Outstep-App': '1',
      ...(language && { 'Accept-Language': language }),
      ...(type && { 'Content-Type': type }),
      ...options.headers,
    },
    ...(body !== undefined && { body }),
    ...(options.signal && { signal: options.signal }),
    ...(options.keepalive && { keepalive: true }),
  }).catch((cause: unknown) => {
    if (options.signal?.aborted) throw cause;
    throw new ApiError(0, '');
  });
  const text = await response.text();
  // The response to `If-None-Match`: the caller's copy is still current.
  if (response.status === 304) return null as T;
  if (!response.ok) throw toApiError(response.status, text, response.headers);
  options.onHeaders?.(response.headers);
  return (text === '' ? null : JSON.parse(text)) as T;
}

/**
 * A call. If the session has ended or needs a recent confirmation, it continues once the person has signed in
 * or confirmed who they are. Reads wait out the rate limit, so that fast clicking breaks no page.
 */
export const call = <T>(method: string, path: string, options: CallOptions = {}): Promise<T> => {
  const { needsSession = true, signal } = options;
  const once = () => callOnce<T>(method, path, options);
  if (!needsSession) return once();
  return withSession(method === 'GET' ? () => retryWhenAvailable(once, signal) : once, signal);
};

const createApi = (base: string) => ({
  get: <T>(path: string, options?: Omit<CallOptions, 'body'>) => call<T>('GET', base + path, options),
  post: <T>(path: string, body?: unknown, options?: CallOptions) =>
    call<T>('POST', base + path, { ...options, body }),
  put: <T>(path: string, body?: unknown, options?: CallOptions) =>
    call<T>('PUT', base + path, { ...options, body }),
  patch: <T>(path: string, body?: unknown, options?: CallOptions) =>
    call<T>('PATCH', base + path, { ...options, body }),
  delete: <T>(path: string, body?: unknown, options?: CallOptions) =>
    call<T>('DELETE', base + path, { ...options, body }),
});

export type ApiClient = ReturnType<typeof createApi>;

/** The app's own routes, those of one store, and those for signing in. */
export const appApi = createApi('/app/api');
export const storeApi = (storeId: string): ApiClient => createApi(`/app/api/stores/${storeId}`);
export const authApi = createApi('/app/auth');
