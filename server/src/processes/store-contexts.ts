import { createGitHubHost } from '../adapters/github/github-host.ts';
import { createMailboxHost } from '../adapters/mailboxes/mailbox-host.ts';
import { parseAllowList } from '../adapters/outbound/allow-list.ts';
import { createDnsClient } from '../adapters/outbound/dns-client.ts';
import { createOutbound } from '../adapters/outbound/outbound-client.ts';
import { createRenderPool } from '../adapters/render-pool/render-pool.ts';
import { composeForMailbox } from '../adapters/smtp/compose.ts';
import { createMailCarrier } from '../adapters/smtp/mail-carrier.ts';
import type { DnsClient } from '../kernel/dns.ts';
import type { MailCarrier } from '../kernel/mail.ts';
import type { MailboxHost } from '../kernel/mailbox.ts';
import type { Context, IfMatch } from '../kernel/operation.ts';
import type { Core } from './core.ts';

/** What is done on behalf of a store is done through one of these, in the API and in the worker alike. */
export interface StoreContexts {
  of(storeId: string, ifMatch?: IfMatch): Context;
  /** One for the process. */
  readonly mail: MailCarrier;
  readonly mailboxes: MailboxHost;
  readonly dns: DnsClient;
  ready(): Promise<void>;
  close(): Promise<void>;
}

/** How long a text waits for its turn: for so many others that use up all of their time, and for processes to start. */
const MOST_AHEAD = 5;
const LEAST_WAIT_MS = 5000;

export function createStoreContexts(core: Core): StoreContexts {
  const { config, log } = core;
  const renderPool = createRenderPool({
    // Sources run as they are, and compiled they are called otherwise; an import would be rewritten, a path is not.
    childEntry: new URL(
      import.meta.url.endsWith('.ts') ? './children/render.ts' : './children/render.js',
      import.meta.url,
    ),
    timeoutMs: config.renderPatienceMs,
    maxWaitMs: Math.max(LEAST_WAIT_MS, MOST_AHEAD * config.renderPatienceMs),
    onFault: (err) => log.error({ err }, 'a render process failed'),
  });
  const outbound = createOutbound({
    allow: parseAllowList(config.outboundAllow),
    ownHosts: [new URL(config.baseUrl).hostname],
  });
  const repositories = createGitHubHost({
    ...config.github,
    userAgent: `outstep/${core.world.release}`,
  });
  const mail = createMailCarrier({ dialer: outbound, ownHost: new URL(config.baseUrl).hostname });
  const mailboxes = createMailboxHost({
    settings: config.mailboxes,
    redirectUrl: `${config.baseUrl}/connect-mailbox`,
    outbound,
    compose: composeForMailbox,
  });
  return {
    of: (storeId, ifMatch = null) => ({
      ...core.world,
      storeId,
      db: core.database.forStore(storeId),
      vault: core.vaultFor(storeId),
      liquid: renderPool,
      renderer: renderPool,
      designs: renderPool,
      outbound,
      files: core.filesFor(storeId),
      repositories,
      newDataKey: () => core.keyWrapper.newDataKey(storeId),
      ifMatch,
    }),
    mail,
    mailboxes,
    dns: createDnsClient({ servers: config.dnsServers }),
    ready: () => renderPool.ready(),
    async close() {
      await Promise.all([renderPool.close(), mail.close()]);
    },
  };
}
