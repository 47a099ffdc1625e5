import { hostname, userInfo } from 'node:os';
import type { CallClient } from '../kernel/audit.ts';

/** Who types commands: the login on its machine. */
export function operatorClient(): CallClient {
  const { SSH_CONNECTION: ssh } = process.env;
  return { address: ssh?.split(' ', 1)[0] || null, agent: `${userInfo().username}@${hostname()}` };
}
