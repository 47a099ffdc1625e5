import type { TestResponse } from '../harness/client.ts';
import type { Outstep } from '../harness/outstep.ts';

export const PASSWORD = 'correct horse battery staple';

export type RequestHeaders = Record<string, string>;

/** A browser's state, so that it can be continued elsewhere. */
export interface SignedInState {
  origin: string;
  base: string;
  cookies: [string, string][];
}

/** Acts as a person's browser: it keeps cookies and sends the origin of a write. */
export class Browser {
  readonly #origin: string;
  readonly #base: string;
  readonly #address: string;
  readonly cookies = new Map<string, string>();

  constructor(outstep: Pick<Outstep, 'origin' | 'core'> | SignedInState) {
    this.#origin = outstep.origin;
    this.#base = 'base' in outstep ? outstep.base : new URL(outstep.core.config.baseUrl).origin;
    // Each browser has its own IP address, like a real visitor; the server trusts it if the test is set up
    // that way.
    this.#address = `10.${[1, 2, 3].map(() => Math.floor(Math.random() * 255)).join('.')}`;
  }

  static ofSigned(signed: SignedInState): Browser {
    const browser = new Browser(signed);
    for (const [name, value] of signed.cookies) browser.cookies.set(name, value);
    return browser;
  }

  signed(): SignedInState {
    return { origin: this.#origin, base: this.#base, cookies: [...this.cookies] };
  }

  async send(
    method: string,
    path: string,
    body?: unknown,
    headers: RequestHeaders = {},
  ): Promise<TestResponse> {
    const response = await fetch(this.#origin + path, {
      method,
      redirect: 'manual',
      headers: {
        'x-forwarded-for': this.#address,
        ...(this.cookies.size > 0 && { cookie: this.#cookieHeader() }),
        ...(method !== 'GET' && { origin: this.#base, 'x-outstep-app': '1' }),
        ...headers,
      },
      ...(body !== undefined && {
        body: typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body),
      }),
    } as RequestInit);
    for (const cookie of response.headers.getSetCookie()) this.#keep(cookie);
    const text = await response.text();
    const isJson = /json(;|$)/.test(response.headers.get('content-type') ?? '');
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: isJson && text ? JSON.parse(text) : undefined,
    };
  }

  /** Creates an account and signs in with it, or returns the response that rejected it. */
  async signUp(
    name: string,
    fields: { email?: string; password?: string; [name: string]: string | undefined } = {},
  ) {
    const { email = `${name.toLowerCase()}@example.com`, password = PASSWORD } = fields;
    const made = await this.send('POST', '/app/auth/sign-up/email', { name, ...fields, email, password });
    return made.body?.status === 'created' ? this.signIn(email, password) : made;
  }

  signIn(email: string, password = PASSWORD): Promise<TestResponse> {
    return this.send('POST', '/app/auth/sign-in/email', { email, password });
  }

  async createStore(name = 'Alder'): Promise<string> {
    const made = await this.send('POST', '/app/api/stores', { name });
    if (made.status !== 201) throw new Error(made.text);
    return made.body.id;
  }

  #cookieHeader = () => [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');

  #keep(cookie: string) {
    const [pair = '', ...attributes] = cookie.split('; ');
    const at = pair.indexOf('=');
    const isGone = attributes.some((each) => /^max-age=0$/i.test(each));
    if (isGone) this.cookies.delete(pair.slice(0, at));
    else this.cookies.set(pair.slice(0, at), pair.slice(at + 1));
  }
}

export { appEnv } from '../harness/shared.ts';
