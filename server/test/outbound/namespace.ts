import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Answering, callsTo } from './calls.ts';

/** An address of this machine that looks public. */
export const OWN_PUBLIC_ADDRESS = '8.8.4.4';

/**
 * Runs a script in its own namespaces for network, mounts and processes, which the kernel removes with the
 * script, together with everything it started. The script first calls `routeAllAddressesToLoopback` and then
 * answers calls.
 */
export async function runInNamespace(script: URL, env: Record<string, string> = {}): Promise<Answering> {
  const asRoot = process.getuid?.() === 0 ? [] : ['--map-root-user'];
  const child = spawn(
    'unshare',
    [
      '--net',
      '--mount',
      '--pid',
      '--fork',
      '--kill-child',
      ...asRoot,
      '--',
      process.execPath,
      fileURLToPath(script),
    ],
    {
      env: { PATH: `${process.env['PATH']}:/usr/sbin:/sbin`, ...env },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    },
  );
  return callsTo(child);
}

/**
 * Routes every address to this machine: the only interface is loopback, and all routes are local. No packet
 * can leave, and a listener on all addresses sees every connection that gets past the guard, whatever its
 * destination. Names are resolved by our own server.
 */
export function routeAllAddressesToLoopback(): void {
  const ip = (...args: string[]) => execFileSync('ip', args);
  if (execFileSync('ip', ['-o', 'link']).toString().trim().split('\n').length > 1)
    throw new Error('refusing to change the routes of a network that has interfaces');
  ip('link', 'set', 'lo', 'up');
  ip('addr', 'add', '10.255.0.1/32', 'dev', 'lo');
  ip('addr', 'add', `${OWN_PUBLIC_ADDRESS}/32`, 'dev', 'lo');
  ip('addr', 'add', 'fd00:ffff::1/128', 'dev', 'lo', 'nodad');
  // Calls have a separate source address, or each would look like a connection to itself.
  ip('route', 'add', 'local', '0.0.0.0/0', 'dev', 'lo', 'src', '10.255.0.1');
  ip('-6', 'route', 'add', 'local', '::/0', 'dev', 'lo', 'src', 'fd00:ffff::1');
  const folder = mkdtempSync(join(tmpdir(), 'outstep-namespace-'));
  const file = join(folder, 'resolv.conf');
  writeFileSync(file, 'nameserver 127.0.0.1\nsearch neighbors.test\n');
  execFileSync('mount', ['--bind', file, '/etc/resolv.conf']);
  // The bind mount keeps the file alive.
  rmSync(folder, { recursive: true });
}
