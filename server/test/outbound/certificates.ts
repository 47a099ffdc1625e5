import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Certificate {
  key: Buffer;
  cert: Buffer;
}

/** Our own certificate authority, which signs the certificates that tests need. */
export class Authority {
  readonly #folder = mkdtempSync(join(tmpdir(), 'outstep-authority-'));
  /** For `NODE_EXTRA_CA_CERTS`. */
  readonly file = join(this.#folder, 'authority.pem');

  constructor() {
    this.#openssl(
      'req',
      '-x509',
      ...newKey(this.#path('authority.key')),
      '-subj',
      '/CN=Test authority',
      '-out',
      this.file,
    );
  }

  /**
   * A certificate for these names (`DNS:…`, `IP:…`), valid for this many days; expired if the number is
   * negative.
   */
  sign(names: string, days = 7): Certificate {
    const [key, request, cert, extensions] = ['key', 'csr', 'pem', 'ext'].map((end) =>
      this.#path(`leaf.${end}`),
    ) as [string, string, string, string];
    writeFileSync(extensions, `subjectAltName=${names}\n`);
    this.#openssl('req', ...newKey(key), '-subj', '/CN=Test', '-out', request);
    this.#openssl(
      ...['x509', '-req', '-in', request, '-CA', this.file, '-CAkey', this.#path('authority.key')],
      ...['-CAcreateserial', '-days', String(days), '-extfile', extensions, '-out', cert],
    );
    return { key: readFileSync(key), cert: readFileSync(cert) };
  }

  close(): void {
    rmSync(this.#folder, { recursive: true });
  }

  #path(name: string): string {
    return join(this.#folder, name);
  }

  #openssl(...args: string[]): void {
    execFileSync('openssl', args, { stdio: 'pipe' });
  }
}

const newKey = (file: string) => [
  '-newkey',
  'ec',
  '-pkeyopt',
  'ec_paramgen_curve:P-256',
  '-nodes',
  '-keyout',
  file,
];
