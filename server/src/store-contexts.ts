import type { Core } from './core.ts';
import type { Context, IfMatch } from './kernel/operation.ts';
import { parseAllowList } from './platform/outbound/allow-list.ts';
import { createOutbound } from './platform/outbound/outbound-client.ts';
import { createRenderPool } from './platform/render-pool/render-pool.ts';

/** What is done on behalf of a store is done through one of these, in the API and in the worker alike. */
export interface StoreContexts {
  of(storeId: string, ifMatch?: IfMatch): Context;
  ready(): Promise<void>;
  close(): Promise<void>;
}

export function createStoreContexts(core: Core): StoreContexts {
  const { config, log } = core;
  const renderPool = createRenderPool({
    // Sources run as they are, and compiled they are called otherwise; an import would be rewritten, a path is not.
    childEntry: new URL(
      import.meta.url.endsWith('.ts') ? './render-child.ts' : './render-child.js',
      import.meta.url,
    ),
    onFault: (err) => log.error({ err }, 'a render process failed'),
  });
  const outbound = createOutbound({
    allow: parseAllowList(config.outboundAllow),
    ownHosts: [new URL(config.baseUrl).hostname],
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
      newDataKey: () => core.keyWrapper.newDataKey(storeId),
      ifMatch,
    }),
    ready: () => renderPool.ready(),
    close: () => renderPool.close(),
  };
}
