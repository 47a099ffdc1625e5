import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { freePort } from './free-port.ts';
import type { Scratch } from './scratch.ts';
import { eventually } from './test-stack.ts';

/** Exits with a helpful sentence if a Debian package is missing. */
export function requirePrograms(programs: Record<string, string>) {
  const missing = Object.entries(programs).filter(([program]) => {
    try {
      execFileSync('sh', ['-c', `PATH=$PATH:/usr/sbin:/usr/bin command -v ${program}`], { stdio: 'ignore' });
      return false;
    } catch {
      return true;
    }
  });
  if (missing.length > 0)
    throw new Error(
      `missing: ${missing.map(([program]) => program).join(', ')}. On Debian: apt-get install --no-install-recommends ${missing.map(([, name]) => name).join(' ')}`,
    );
}

export interface Backend {
  port: number;
  /** Checked instead of the port itself. */
  checkPort?: number;
}

export interface BalancedService {
  name: string;
  backends: Backend[];
  balance?: 'roundrobin' | 'leastconn' | 'random';
  /** How HAProxy finds out where connections may go; by default, an open port counts as healthy. */
  checks?: string[];
}

export const httpOkCheck = (path: string) => [`option httpchk GET ${path}`, 'http-check expect status 200'];

export const redisPrimaryCheck = [
  'option tcp-check',
  'tcp-check send info\\ replication\\r\\n',
  'tcp-check expect string role:master',
];

/** As docs/SCALE.md recommends it: connections to a server that is no longer healthy are cut. */
const listening = (
  { name, backends, balance = 'roundrobin', checks = [] }: BalancedService,
  port: number,
) => `
listen ${name}
  bind 127.0.0.1:${port}
  balance ${balance}
${checks.map((line) => `  ${line}`).join('\n')}
  default-server check inter 500 fastinter 200 downinter 300 fall 2 rise 1 on-marked-down shutdown-sessions
${backends.map(({ port: to, checkPort = to }, i) => `  server ${name}${i} 127.0.0.1:${to} port ${checkPort}`).join('\n')}
`;

/** Starts HAProxy in TCP mode in front of all of these; returns the port of each. */
export async function startHaproxy(
  scratch: Scratch,
  all: BalancedService[],
): Promise<Record<string, number>> {
  const ports = Object.fromEntries(
    await Promise.all(all.map(async ({ name }) => [name, await freePort()] as const)),
  );
  const config = `
global
  maxconn 4000
defaults
  mode tcp
  timeout connect 2s
  timeout client 2m
  timeout server 2m
  retries 3
  option redispatch 1
  option tcpka
${all.map((each) => listening(each, ports[each.name] as number)).join('')}`;
  const file = join(scratch.folder, 'haproxy.cfg');
  await writeFile(file, config);
  await scratch.start('/usr/sbin/haproxy', ['-db', '-f', file], { in: 'haproxy' });
  for (const port of Object.values(ports)) await eventually(() => isOpen(port), Boolean);
  return ports;
}

export const isOpen = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect({ host: '127.0.0.1', port })
      .on('connect', () => resolve(true))
      .on('error', () => resolve(false));
    socket.on('connect', () => socket.destroy());
  });
