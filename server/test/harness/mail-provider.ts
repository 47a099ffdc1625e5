import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import Provider, { interactionPolicy } from 'oidc-provider';
import { MailProviderApi } from './mail-provider-api.ts';
import type { Env } from './process.ts';

export type ProviderName = 'google' | 'microsoft';

const SCOPES = {
  google: ['openid', 'email', 'https://www.googleapis.com/auth/gmail.send'],
  microsoft: ['openid', 'email', 'offline_access', 'https://graph.microsoft.com/Mail.Send'],
};

/** A real token issuer on loopback, together with the provider's sending API. */
export interface MailProvider {
  origin: string;
  api: MailProviderApi;
  /** The settings that make Outstep use it. */
  env: Env;
  clientSecret: string;
  /** Every secret that it has issued. */
  given: Set<string>;
  refreshes: number;
  /** How often a token was requested, whatever the response. */
  asked: number;
  /** How it behaves; omitted members work normally. */
  behaves: {
    /** The scope that is removed before the person agrees. */
    withoutScope?: string;
    /** Claims that replace those of the account. */
    claims?: Record<string, unknown>;
    withoutRefreshToken?: boolean;
    /** How long issuing a token takes. */
    tokenMs?: number;
    /** No token is issued before this resolves. */
    hold?: Promise<void>;
    tokenStatus?: number;
  };
  /** Acts as the browser of someone who agrees, or declines; returns the URL it is sent back to. */
  agree(url: string, email: string): Promise<URL>;
  decline(url: string): Promise<URL>;
  /** Ends the validity of access tokens; refresh tokens remain valid. */
  expire(email: string): Promise<void>;
  /** The owner revokes all access. */
  revoke(email: string): Promise<void>;
  close(): Promise<void>;
}

const page = (
  name: string,
) => `<!doctype html><html lang="en"><title>${name}</title><h1>Sign in to ${name}</h1>
<form method="post"><label>Address <input name="email" type="email"></label>
<button name="answer" value="allow">Allow</button><button name="answer" value="deny">Deny</button></form></html>`;

/** Keeps the cookies of one visit. */
class CookieBrowser {
  readonly #cookies = new Map<string, string>();

  async go(url: string, init: RequestInit = {}): Promise<Response> {
    const cookie = [...this.#cookies].map((pair) => pair.join('=')).join('; ');
    const response = await fetch(url, { ...init, redirect: 'manual', headers: { ...init.headers, cookie } });
    for (const set of response.headers.getSetCookie()) {
      const [pair = ''] = set.split(';');
      this.#cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
    }
    return response;
  }
}

export async function startMailProvider(kind: ProviderName, baseUrl: string): Promise<MailProvider> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const clientId = `outstep-at-${kind}`;
  const clientSecret = `canary-client-secret-${randomBytes(12).toString('hex')}`;
  const policy = interactionPolicy.base();
  policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }));
  const grants = new Map<string, Set<string>>();
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });

  const issuer = new Provider(origin, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [`${baseUrl}/connect-mailbox`],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', kid: 'test' } as never] },
    cookies: { keys: [randomBytes(16).toString('hex')] },
    scopes: SCOPES[kind],
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    conformIdTokenClaims: false,
    extraParams: ['access_type'],
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { policy, url: (_ctx, { uid }) => `/interaction/${uid}` },
    ttl: {
      AccessToken: 3600,
      AuthorizationCode: 60,
      IdToken: 3600,
      RefreshToken: 86_400,
      Grant: 86_400,
      Session: 86_400,
      Interaction: 600,
    },
    issueRefreshToken: async () => !provider.behaves.withoutRefreshToken,
    // A used one becomes invalid, and using it again revokes everything derived from it.
    rotateRefreshToken: true,
    findAccount: async (_ctx, id) => ({
      accountId: id,
      claims: async () => ({ sub: id, email: id, email_verified: true, ...provider.behaves.claims }),
    }),
  });

  issuer.use(async (ctx, next) => {
    const isToken = ctx.path === '/token';
    const { hold, tokenMs } = provider.behaves;
    if (isToken) {
      provider.asked += 1;
      await hold;
      if (tokenMs) await sleep(tokenMs);
    }
    if (isToken && provider.behaves.tokenStatus) {
      ctx.status = provider.behaves.tokenStatus;
      return;
    }
    await next();
    const body = ctx.body as Record<string, unknown> | undefined;
    if (!isToken || ctx.status !== 200 || !body) return;
    for (const name of ['access_token', 'refresh_token', 'id_token'])
      if (typeof body[name] === 'string') provider.given.add(body[name]);
    if (ctx.oidc.params?.['grant_type'] === 'refresh_token') provider.refreshes += 1;
  });

  async function interact(request: IncomingMessage, response: ServerResponse) {
    if (request.method !== 'POST') {
      response.setHeader('content-type', 'text/html').end(page(kind));
      return;
    }
    const fields = new URLSearchParams(await text(request));
    if (fields.get('answer') === 'deny') {
      await issuer.interactionFinished(request, response, { error: 'access_denied' });
      return;
    }
    const accountId = fields.get('email') ?? '';
    const grant = new issuer.Grant({ accountId, clientId });
    const allowed = SCOPES[kind].filter((scope) => scope !== provider.behaves.withoutScope);
    grant.addOIDCScope(allowed.join(' '));
    const refused = SCOPES[kind].filter((scope) => !allowed.includes(scope));
    if (refused.length > 0) grant.rejectOIDCScope(refused.join(' '));
    const grantId = await grant.save();
    grants.set(accountId, (grants.get(accountId) ?? new Set()).add(grantId));
    const result = { login: { accountId }, consent: { grantId }, select_account: {} };
    await issuer.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
  }

  const api = new MailProviderApi(kind, async (token) => {
    const found = await issuer.AccessToken.find(token);
    return found?.isValid ? { account: found.accountId, scope: found.scope ?? '' } : null;
  });
  const callback = issuer.callback();
  server.on('request', (request, response) => {
    const url = request.url ?? '';
    if (api.has(url)) void api.answer(request, response);
    else if (url.startsWith('/interaction/'))
      void interact(request, response).catch((error) => response.writeHead(500).end(String(error)));
    else void callback(request, response);
  });

  async function answer(url: string, fields: Record<string, string>): Promise<URL> {
    const visit = new CookieBrowser();
    let at = url;
    for (let steps = 0; steps < 10; steps++) {
      const response = await visit.go(at);
      const form =
        response.status === 200
          ? await visit.go(at, { method: 'POST', body: new URLSearchParams(fields) })
          : response;
      const location = form.headers.get('location');
      if (!location) throw new Error(`${at}: ${form.status} ${await form.text()}`);
      const next = new URL(location, origin);
      if (next.origin !== origin) return next;
      at = next.href;
    }
    throw new Error('no end of redirects');
  }

  const upper = kind.toUpperCase();
  const provider: MailProvider = {
    origin,
    api,
    env: {
      [`OUTSTEP_${upper}_CLIENT_ID`]: clientId,
      [`OUTSTEP_${upper}_CLIENT_SECRET`]: clientSecret,
      [`OUTSTEP_${upper}_ISSUER_URL`]: origin,
      [`OUTSTEP_${upper}_API_URL`]: origin,
    },
    clientSecret,
    given: new Set(),
    refreshes: 0,
    asked: 0,
    behaves: {},
    agree: (url, email) => answer(url, { answer: 'allow', email }),
    decline: (url) => answer(url, { answer: 'deny' }),
    async expire(email) {
      for (const token of provider.given) {
        const found = await issuer.AccessToken.find(token);
        if (found?.accountId === email) await found.destroy();
      }
    },
    async revoke(email) {
      for (const grantId of grants.get(email) ?? []) {
        await issuer.AccessToken.revokeByGrantId(grantId);
        await issuer.RefreshToken.revokeByGrantId(grantId);
        await (await issuer.Grant.find(grantId))?.destroy();
      }
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return provider;
}
