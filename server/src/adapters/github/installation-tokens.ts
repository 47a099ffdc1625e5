import { createPrivateKey, type KeyObject, sign } from 'node:crypto';
import { z } from 'zod';
import { message } from '../../kernel/messages/message.ts';
import { RepositoryError } from '../../kernel/repository.ts';
import { GitHubApiError } from './github-error.ts';
import type { Transport } from './transport.ts';

/** GitHub accepts ten minutes at most, and clocks differ. */
const PROOF_SECONDS = 540;
const CLOCK_SECONDS = 60;
/** A token must not expire while a commit is being made. */
const EXPIRY_MARGIN_MS = 5 * 60_000;

export interface GitHubApp {
  id: string;
  /** PEM, as GitHub gives it. */
  privateKey: string;
}

export interface InstalledRepository {
  installationId: number;
  owner: string;
  repository: string;
}

const minted = z.object({ token: z.string().min(1), expires_at: z.string().pipe(z.coerce.date()) });

/**
 * Tokens of the operator's app, each limited to the contents of one repository, cached until shortly before
 * they expire.
 */
export class InstallationTokens {
  readonly #app: GitHubApp;
  readonly #key: KeyObject;
  readonly #transport: Transport;
  readonly #kept = new Map<string, { token: string; until: number }>();
  readonly #underWay = new Map<string, Promise<string>>();

  constructor(app: GitHubApp, transport: Transport) {
    this.#app = app;
    this.#key = createPrivateKey(app.privateKey);
    this.#transport = transport;
  }

  async tokenFor(at: InstalledRepository): Promise<string> {
    const key = keyOf(at);
    const kept = this.#kept.get(key);
    if (kept && kept.until > Date.now()) return kept.token;
    const underWay = this.#underWay.get(key) ?? this.#mint(at).finally(() => this.#underWay.delete(key));
    this.#underWay.set(key, underWay);
    return await underWay;
  }

  /** Drops a token that GitHub has rejected. */
  forget(at: InstalledRepository): void {
    this.#kept.delete(keyOf(at));
  }

  async #mint(at: InstalledRepository): Promise<string> {
    const { installationId, owner, repository } = at;
    const { data } = await this.#transport
      .send({
        repository: `${owner}/${repository}`,
        token: this.#proof(),
        reads: minted,
        make: (request) =>
          request('POST /app/installations/{installation_id}/access_tokens', {
            installation_id: installationId,
            repositories: [repository],
            permissions: { contents: 'write' },
          }),
      })
      .catch((error: unknown) => {
        throw error instanceof GitHubApiError
          ? (tokenCreationError(error, `${owner}/${repository}`) ?? error)
          : error;
      });
    const now = Date.now();
    for (const [key, { until }] of this.#kept) if (until <= now) this.#kept.delete(key);
    this.#kept.set(keyOf(at), { token: data.token, until: data.expires_at.getTime() - EXPIRY_MARGIN_MS });
    return data.token;
  }

  /** Proves that we are the app: a JSON Web Token, RS256. */
  #proof(): string {
    const now = Math.floor(Date.now() / 1000);
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const claims = { iat: now - CLOCK_SECONDS, exp: now + PROOF_SECONDS, iss: this.#app.id };
    const text = `${part({ alg: 'RS256', typ: 'JWT' })}.${part(claims)}`;
    return `${text}.${sign('RSA-SHA256', Buffer.from(text), this.#key).toString('base64url')}`;
  }
}

const keyOf = ({ installationId, owner, repository }: InstalledRepository) =>
  `${installationId} ${owner}/${repository}`.toLowerCase();

function tokenCreationError({ status }: GitHubApiError, repository: string): RepositoryError | null {
  if (status === 401) return new RepositoryError('refused', message('github_refused_app'));
  if (status === 404) return new RepositoryError('refused', message('github_app_not_installed'));
  if (status === 422) return new RepositoryError('missing', message('github_app_blind', { repository }));
  return null;
}
