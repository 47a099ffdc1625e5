import type { Message } from 'outstep/kernel/messages/message.ts';
import { retryWhenAvailable } from './retry-when-available.ts';
import { withSession } from './session-end.ts';

/** `field` where it is about one, as the sentence names it. */
export type FieldMessage = Message & { field?: string };

/** The messages, placed at the fields of the form. */
export const withFields = (messages: readonly FieldMessage[], toFormField: (field: string) => string) =>
  messages.map((each) => (each.field === undefined ? each : { ...each, field: toFormField(each.field) }));

/** What the server refused or could not do, in its own words. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** By field, where the refusal names fields. */
  readonly fields: Readonly<Record<string, string>>;
  /** What it says as data, each problem by its field; none where the server sends no codes. */
  readonly messages: readonly FieldMessage[];
  /** A word for the reason, where there is one. */
  readonly code: string | null;
  /** Whether the person is signed in, and must prove again that it is them. */
  readonly needsProof: boolean;
  /** When there is room again, where the server says so. */
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

/** One a field; a reason may hold a semicolon of its own. */
export const problemsIn = (message: string) => message.split(/; (?=[A-Za-z_$][^:;]*: )/);

/** `name: required; headers[0].name: too long` by field; a message that names none has no fields. */
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
  /** Whether it goes on when the page is left; a browser takes 64 KB of such bodies at most. */
  keepalive?: boolean;
  /** For what an answer says beside its body, such as its entity tag. */
  onHeaders?: (headers: Headers) => void;
}

export function withQuery(path: string, query: Query = {}): string {
  const wanted = Object.entries(query).filter(([, value]) => value != null && value !== '');
  if (wanted.length === 0) return path;
  return `${path}?${new URLSearchParams(wanted.map(([name, value]) => [name, String(value)]))}`;
}

/** A browser's own bodies go out as they are; anything else is JSON. */
const bodyOf = (body: unknown): { body?: BodyInit; type?: string } =>
  body === undefined
    ? {}
    : body instanceof Blob || body instanceof FormData
      ? { body }
      : { body: JSON.stringify(body), type: 'application/json' };

/** What the server refused, from its status and its body. */
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

/** In which the page is read: emails that a call causes are written in it too. */
const pageLanguage = () => (typeof document === 'undefined' ? '' : document.documentElement.lang);

/** One call to our own server. A connection that fails is an `ApiError` of status 0. */
async function callOnce<T>(method: string, path: string, options: CallOptions): Promise<T> {
  const { body, type } = bodyOf(options.body);
  const language = pageLanguage();
  const response = await fetch(withQuery(path, options.query), {
    method,
    credentials: 'same-origin',
    // A page of another site cannot send this header without asking first: that is the server's guard.
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
  // Asked with `If-None-Match`: what the caller has is what there is.
  if (response.status === 304) return null as T;
  if (!response.ok) throw toApiError(response.status, text, response.headers);
  options.onHeaders?.(response.headers);
  return (text === '' ? null : JSON.parse(text)) as T;
}

/**
 * A call; if the session has ended or is not enough, it goes on once the person has signed in or proven who they are.
 * What only reads waits for room in the person's budget: nobody sees a page fail because they were quick.
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

/** The app's own routes, those of one store, and those of signing in. */
export const appApi = createApi('/app/api');
export const storeApi = (storeId: string): ApiClient => createApi(`/app/api/stores/${storeId}`);
export const authApi = createApi('/app/auth');
