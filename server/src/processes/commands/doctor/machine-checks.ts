import { Resolver } from 'node:dns/promises';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { builtApp } from '../../built-app.ts';
import { requireRedis } from '../connect.ts';
import { codeOf } from '../connection-error.ts';
import { type Check, CheckFailed } from './check.ts';

const NODE_MAJOR = 24;

export const node: Check = async () => {
  if (Number(process.versions.node.split('.')[0]) < NODE_MAJOR) {
    throw new CheckFailed(
      `Node ${process.versions.node} is too old; ${NODE_MAJOR} or newer is required (npm ci installs it)`,
    );
  }
  return `Node ${process.versions.node}`;
};

export const app = async (_config: unknown, { folder, advice } = builtApp): Promise<string> => {
  if (!existsSync(join(folder, 'index.html')))
    throw new CheckFailed(`the app was not found in ${folder}; ${advice}`);
  return `served from ${folder}`;
};

export const redis: Check = ({ redisUrl }) => requireRedis(redisUrl);

const loadPictures = () => import('../../../adapters/uploads/read-upload.ts');

/** Its binary is an optional npm package, so an installation may lack it. */
export const pictures = async (_config: unknown, load: () => Promise<unknown> = loadPictures) => {
  await load().catch(() => {
    throw new CheckFailed(
      "files cannot be uploaded, because sharp's binary is not installed (npm omits it with --omit=optional); install outstep with --include=optional",
    );
  });
  return 'can be decoded';
};

const DNS_PATIENCE = { timeout: 2_000, tries: 2 };
/** Errors that only a working name server returns. */
const ANSWERS = ['ENOTFOUND', 'ENODATA'];

export const dns: Check = async ({ dnsServers }) => {
  const resolver = new Resolver(DNS_PATIENCE);
  if (dnsServers.length > 0) resolver.setServers(dnsServers);
  const asked = resolver.getServers().join(', ') || 'none';
  // Every name server responds to a query for the root, even if the response is that there is no such record.
  await resolver.resolveNs('.').catch((error) => {
    if (ANSWERS.includes(codeOf(error))) return;
    const advice = dnsServers.length > 0 ? 'see OUTSTEP_DNS_SERVERS' : 'see /etc/resolv.conf';
    throw new CheckFailed(`no name server responds (${asked}: ${codeOf(error)}); ${advice}`);
  });
  return `${asked} responds`;
};
