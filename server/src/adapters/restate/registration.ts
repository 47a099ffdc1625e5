import { ENGINE_OBJECT, REPOSITORY_OBJECT } from '../../kernel/engine.ts';

/** A worker as registered at the engine. */
export interface Deployment {
  url: string;
  release: string;
}

export interface RegistrationOptions extends Deployment {
  adminUrl: string;
  onChange(): void;
  onError(error: unknown): void;
}

const CHECK_MS = 5_000;
const ANSWER_MS = 5_000;

interface KnownDeployment {
  uri?: string;
  metadata?: Record<string, string>;
  services?: { name: string }[];
}

const OBJECTS = [ENGINE_OBJECT, REPOSITORY_OBJECT];

const sameAddress = (a: string, b: string) => a.replace(/\/+$/, '') === b.replace(/\/+$/, '');

/**
 * Keeps the worker registered at the engine. A wiped engine has lost it, and one on which an older release
 * was registered at the same address has other handlers; in both cases the worker is registered again.
 */
export class Registration {
  readonly #options: RegistrationOptions;
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor(options: RegistrationOptions) {
    this.#options = options;
  }

  /** Resolves after the first check, successful or not; further checks follow automatically. */
  async start(): Promise<void> {
    await this.#check();
  }

  stop() {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }

  async #check() {
    try {
      if (!(await this.#isKnown())) {
        await this.#register();
        this.#options.onChange();
      }
    } catch (error) {
      this.#options.onError(error);
    }
    if (this.#stopped) return;
    this.#timer = setTimeout(() => void this.#check(), CHECK_MS);
    this.#timer.unref();
  }

  async #isKnown(): Promise<boolean> {
    const { deployments } = (await this.#ask('GET', '/deployments')) as { deployments: KnownDeployment[] };
    const { url, release } = this.#options;
    return deployments.some(
      ({ uri, metadata, services = [] }) =>
        uri !== undefined &&
        sameAddress(uri, url) &&
        metadata?.['release'] === release &&
        OBJECTS.every((object) => services.some(({ name }) => name === object)),
    );
  }

  async #register() {
    const { url, release } = this.#options;
    await this.#ask('POST', '/deployments', { uri: url, force: true, metadata: { release } });
  }

  async #ask(method: string, path: string, body?: unknown): Promise<unknown> {
    const answer = await fetch(this.#options.adminUrl.replace(/\/+$/, '') + path, {
      method,
      signal: AbortSignal.timeout(ANSWER_MS),
      ...(body !== undefined && {
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      }),
    });
    const text = await answer.text();
    if (!answer.ok)
      throw new Error(`the engine answered ${answer.status} to ${method} ${path}: ${text.slice(0, 500)}`);
    return JSON.parse(text);
  }
}
