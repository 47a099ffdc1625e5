import { createPublicKey, generateKeyPairSync, type KeyObject, randomBytes, verify } from 'node:crypto';
import { refuse } from './refusal.ts';
import { keyOf } from './repositories.ts';

/** The permissions of a token. */
interface Grant {
  /** Keys of repositories; `null` means all. */
  repositories: Set<string> | null;
  mayWrite: boolean;
  expiresAt: number;
}

/** Access control: tokens of people, and those that an app mints for its installation. */
export class Access {
  readonly #grants = new Map<string, Grant>();
  readonly #installations = new Map<number, { owner: string; names: string[] | null }>();
  readonly app = { id: '171717', privateKey: '' };
  readonly #publicKey: KeyObject;
  /** The lifetime of the next installation tokens. */
  installationTokenMs = 3_600_000;

  constructor() {
    const pair = generateKeyPairSync('rsa', {
      modulusLength: 2048,
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
    });
    this.app.privateKey = pair.privateKey;
    this.#publicKey = createPublicKey(pair.publicKey);
  }

  /** A token as someone would paste it. */
  createToken(options: { repositories?: string[]; readOnly?: boolean } = {}): string {
    const { repositories, readOnly = false } = options;
    const keys = repositories ? new Set(repositories.map((key) => key.toLowerCase())) : null;
    return this.#issue('github_pat_', { repositories: keys, mayWrite: !readOnly, expiresAt: Infinity });
  }

  /** Installs the app for an owner, for all repositories or only for these. */
  install(owner: string, names: string[] | null = null): number {
    const id = 5_000 + this.#installations.size;
    this.#installations.set(id, { owner, names });
    return id;
  }

  uninstall(id: number): void {
    this.#installations.delete(id);
  }

  revoke(token: string): void {
    this.#grants.delete(token);
  }

  /** Throws GitHub's response to callers without access; a repository that they cannot see does not exist. */
  check(authorization: string | undefined, owner: string, name: string, writes: boolean): void {
    const token = tokenOf(authorization) ?? refuse(404, 'Not Found');
    const grant = this.#grants.get(token) ?? refuse(401, 'Bad credentials');
    if (grant.expiresAt <= Date.now()) refuse(401, 'Bad credentials');
    if (grant.repositories && !grant.repositories.has(keyOf(owner, name))) refuse(404, 'Not Found');
    if (writes && !grant.mayWrite) {
      const kind = token.startsWith('ghs_') ? 'integration' : 'personal access token';
      refuse(403, `Resource not accessible by ${kind}`);
    }
  }

  mint(
    authorization: string | undefined,
    id: number,
    wanted: { repositories?: string[]; permissions?: Record<string, string> },
    exists: (owner: string, name: string) => boolean,
  ) {
    this.#checkApp(tokenOf(authorization) ?? '');
    const { owner, names } = this.#installations.get(id) ?? refuse(404, 'Not Found');
    const isIn = (name: string) => exists(owner, name) && (names === null || names.includes(name));
    if (!(wanted.repositories ?? []).every(isIn))
      refuse(
        422,
        'There is at least one repository that does not exist or is not accessible to the parent installation.',
      );
    const chosen = wanted.repositories ?? names;
    const permissions = wanted.permissions ?? { contents: 'write', metadata: 'read' };
    const expiresAt = Date.now() + this.installationTokenMs;
    const token = this.#issue('ghs_', {
      repositories: chosen ? new Set(chosen.map((name) => keyOf(owner, name))) : null,
      mayWrite: permissions['contents'] === 'write',
      expiresAt,
    });
    const selection = wanted.repositories ? 'selected' : 'all';
    return {
      token,
      expires_at: `${new Date(expiresAt).toISOString().slice(0, 19)}Z`,
      permissions,
      repository_selection: selection,
    };
  }

  #issue(prefix: string, grant: Grant): string {
    const token = prefix + randomBytes(18).toString('hex');
    this.#grants.set(token, grant);
    return token;
  }

  #checkApp(token: string): void {
    const [header = '', claims = '', signature = ''] = token.split('.');
    const isOurs =
      parsed(header)['alg'] === 'RS256' &&
      verify(
        'RSA-SHA256',
        Buffer.from(`${header}.${claims}`),
        this.#publicKey,
        Buffer.from(signature, 'base64url'),
      );
    if (!isOurs) refuse(401, 'A JSON web token could not be decoded');
    const { iss, iat, exp } = parsed(claims);
    const now = Date.now() / 1000;
    if (String(iss) !== this.app.id) refuse(404, 'Integration not found');
    if (Number(iat) > now + 5)
      refuse(401, "'Issued at' claim ('iat') must be an Integer representing a past time");
    if (!(Number(exp) > now))
      refuse(401, "'Expiration time' claim ('exp') must be a numeric value in the future");
    if (Number(exp) > now + 600) refuse(401, "'Expiration time' claim ('exp') is too far in the future");
  }
}

const tokenOf = (authorization: string | undefined) =>
  /^(?:bearer|token) (.+)$/i.exec(authorization ?? '')?.[1] ?? null;

function parsed(part: string): Record<string, unknown> {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString());
  } catch {
    return {};
  }
}
