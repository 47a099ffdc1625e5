import { engineBinary } from '../../../adapters/restate/engine-process.ts';
import type { Config } from '../../../config.ts';
import { ENGINE_OBJECT } from '../../../kernel/engine.ts';
import { type Check, CheckFailed, fetchOrNull } from './check.ts';

const ENGINE_MINOR = 1.7;

/** Why the engine does not respond: if the engine's package is missing, `serve` cannot start one. */
function engineAdvice({ engineIsConfigured }: Config): string {
  if (engineIsConfigured) return 'is it running, and is RESTATE_ADMIN_URL correct?';
  try {
    engineBinary();
    return 'run: outstep serve, or set RESTATE_INGRESS_URL and RESTATE_ADMIN_URL';
  } catch (error) {
    return (error as Error).message;
  }
}

export const engine: Check = async (config) => {
  const { engineAdminUrl, engineIngressUrl } = config;
  const answer = await fetchOrNull(`${engineAdminUrl}/version`);
  if (!answer?.ok)
    throw new CheckFailed(`Restate does not respond at ${engineAdminUrl}; ${engineAdvice(config)}`);
  const { version } = (await answer.json()) as { version: string };
  if (Number.parseFloat(version) < ENGINE_MINOR)
    throw new CheckFailed(`Restate ${version} is too old; ${ENGINE_MINOR} or newer is required`);
  if (!(await fetchOrNull(`${engineIngressUrl}/restate/health`))?.ok)
    throw new CheckFailed(
      `Restate ${version} does not accept work at ${engineIngressUrl}; is RESTATE_INGRESS_URL correct?`,
    );
  return `Restate ${version}`;
};

interface ClusterHealth {
  metadata_cluster_health?: { members: number[] };
}

/**
 * The admin port names the nodes with the cluster's own metadata, but not which of them are down. Whether all
 * stored data can be reached only shows in a query: every partition must respond.
 */
export const cluster: Check = async ({ engineAdminUrl }) => {
  const health = await fetchOrNull(`${engineAdminUrl}/cluster-health`);
  if (!health) throw new CheckFailed('unknown, because the engine does not respond');
  if (!health.ok)
    throw new CheckFailed(
      `the nodes of the engine have no quorum (status ${health.status}); a majority of them must be running`,
    );
  const { metadata_cluster_health: kept } = (await health.json()) as ClusterHealth;
  const counted = await fetchOrNull(`${engineAdminUrl}/query`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ query: 'select count(*) from sys_invocation_status' }),
  });
  if (!counted?.ok)
    throw new CheckFailed('a partition of the engine does not respond; are all nodes running?');
  const nodes = kept?.members.length ?? 1;
  return `every partition responds; ${nodes === 1 ? 'one node' : `${nodes} nodes`}`;
};

export const worker: Check = async ({ engineAdminUrl }) => {
  if (!(await fetchOrNull(`${engineAdminUrl}/services/${ENGINE_OBJECT}`))?.ok)
    throw new CheckFailed('no worker is registered with the engine; run: outstep worker');
  return 'registered with the engine';
};
