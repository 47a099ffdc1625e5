import { hostname, userInfo } from 'node:os';
import type { CallClient } from '../kernel/audit.ts';

/** The client of commands: the login on this machine. */
export function operatorClient(): CallClient {
  const { SSH_CONNECTION: ssh } = process.env;
  return {
    address: ssh?.split(' ', 1)[0] || null,
    agent: `${userInfo().username}@${hostname()}`,
    language: null,
  };
}
