import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type Configuration,
  type CustomFetch,
  calculatePKCECodeChallenge,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  type IDToken,
  randomNonce,
  randomPKCECodeVerifier,
  refreshTokenGrant,
  type TokenEndpointResponse,
} from 'openid-client';
import { isMailAddress } from '../../kernel/mail-address.ts';
import {
  type MailboxAnswer,
  MailboxError,
  type MailboxTokens,
  type OAuthVerification,
} from '../../kernel/mailbox.ts';
import { message } from '../../kernel/messages/message.ts';
import type { OutboundClient, OutboundRequest } from '../../kernel/outbound.ts';
import { errorFromAnswer, errorFromToken } from './mailbox-error.ts';
import type { Provider, ProviderSettings } from './providers.ts';

const ASK_MS = 10_000;
/** Headers about the transfer of the body, which is already received and decoded. */
const TRANSFER_HEADERS = new Set(['content-encoding', 'content-length', 'transfer-encoding', 'connection']);

/** `fetch` for the OpenID library, through the guarded outbound client. */
const guardedFetch =
  (outbound: OutboundClient, name: string): CustomFetch =>
  async (url, { method, headers, body }) => {
    const outcome = await outbound.send({
      method: method as OutboundRequest['method'],
      url,
      headers,
      body: body === undefined || body === null ? null : String(body),
      timeoutMs: ASK_MS,
    });
    if (outcome.kind === 'failed') throw new MailboxError('away', outcome.sentence);
    if (outcome.status >= 500)
      throw new MailboxError('away', message('host_answered', { host: name, status: outcome.status }));
    const kept = Object.entries(outcome.headers).filter(([name]) => !TRANSFER_HEADERS.has(name));
    return new Response(outcome.body === '' ? null : outcome.body, { status: outcome.status, headers: kept });
  };

/** The assumed lifetime of a token without `expires_in`. */
const USUAL_SECONDS = 300;

type GrantedTokens = Pick<TokenEndpointResponse, 'access_token' | 'refresh_token' | 'scope' | 'expires_in'>;

interface IssuerOptions {
  provider: Provider;
  settings: ProviderSettings;
  /** The URL that the provider redirects people to. */
  redirectUrl: string;
  outbound: OutboundClient;
}

/** The provider's OpenID issuer: it identifies the mailbox and grants tokens. */
export class Issuer {
  readonly #options: IssuerOptions;
  #known: Promise<Configuration> | null = null;

  constructor(options: IssuerOptions) {
    this.#options = options;
  }

  async begin(state: string): Promise<{ url: string; proof: OAuthVerification }> {
    const { provider, redirectUrl } = this.#options;
    const proof = { verifier: randomPKCECodeVerifier(), nonce: randomNonce() };
    try {
      const url = buildAuthorizationUrl(await this.#configuration(), {
        redirect_uri: redirectUrl,
        scope: provider.scope,
        state,
        nonce: proof.nonce,
        code_challenge: await calculatePKCECodeChallenge(proof.verifier),
        code_challenge_method: 'S256',
        ...provider.asked,
      });
      return { url: url.href, proof };
    } catch (error) {
      throw errorFromToken(error, provider.name);
    }
  }

  async finish(
    answer: MailboxAnswer,
    proof: OAuthVerification,
  ): Promise<{ address: string; tokens: MailboxTokens }> {
    const { provider, redirectUrl } = this.#options;
    const url = new URL(redirectUrl);
    for (const [name, value] of Object.entries(answer))
      if (value !== undefined) url.searchParams.set(name, value);
    try {
      const response = await authorizationCodeGrant(await this.#configuration(), url, {
        pkceCodeVerifier: proof.verifier,
        expectedNonce: proof.nonce,
        expectedState: answer.state,
        idTokenExpected: true,
      });
      return { address: this.#addressIn(response.claims()), tokens: this.#tokensIn(response) };
    } catch (error) {
      throw errorFromAnswer(error, provider.name);
    }
  }

  async refresh(refreshToken: string): Promise<MailboxTokens> {
    try {
      const response = await refreshTokenGrant(await this.#configuration(), refreshToken);
      return this.#tokensIn({ ...response, refresh_token: response.refresh_token ?? refreshToken });
    } catch (error) {
      throw errorFromToken(error, this.#options.provider.name);
    }
  }

  /** Discovered once; after a failure the next caller tries again. */
  #configuration(): Promise<Configuration> {
    const { provider, settings, outbound } = this.#options;
    const { clientId, clientSecret } = settings;
    const issuer = new URL(settings.issuerUrl);
    const isPlain = issuer.protocol === 'http:';
    this.#known ??= discovery(issuer, clientId, clientSecret, undefined, {
      [customFetch]: guardedFetch(outbound, provider.name),
      execute: [enableNonRepudiationChecks, ...(isPlain ? [allowInsecureRequests] : [])],
    }).catch((error: unknown) => {
      this.#known = null;
      throw error;
    });
    return this.#known;
  }

  #addressIn(claims: IDToken | undefined): string {
    const { name, addressClaims } = this.#options.provider;
    const address = addressClaims
      .map((claim) => claims?.[claim])
      .find((value): value is string => typeof value === 'string' && isMailAddress(value));
    if (address === undefined || claims?.['email_verified'] === false)
      throw new MailboxError('refused', message('provider_without_address', { name }));
    return address;
  }

  #tokensIn(response: GrantedTokens): MailboxTokens {
    const { name, maySend } = this.#options.provider;
    const { access_token: accessToken, refresh_token: refreshToken, scope, expires_in: seconds } = response;
    // People can deselect individual permissions before they consent.
    if (scope !== undefined && !scope.split(' ').some((each) => maySend.test(each)))
      throw new MailboxError('refused', message('provider_scope_missing', { name }));
    if (refreshToken === undefined)
      throw new MailboxError('refused', message('provider_no_offline_access', { name }));
    return { accessToken, refreshToken, expiresInMs: (seconds ?? USUAL_SECONDS) * 1000 };
  }
}
