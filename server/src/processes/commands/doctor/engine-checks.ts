import { engineBinary } from '../../../adapters/restate/engine-process.ts';
import type { Config } from '../../../config.ts';
import { ENGINE_OBJECT } from '../../../kernel/engine.ts';
import { ask, type Check, CheckFailed } from './check.ts';

const ENGINE_MINOR = 1.7;

/** Why nothing answers: without an engine of our own, `serve` cannot start one. */
function engineAdvice({ engineIsConfigured }: Config): string {
  if (engineIsConfigured) return 'is it running, and is RESTATE_ADMIN_URL its address?';
  try {
    engineBinary();
    return 'run: outstep serve, or set RESTATE_INGRESS_URL and RESTATE_ADMIN_URL';
  } catch (error) {
    return (error as Error).message;
  }
}

export const engine: Check = async (config) => {
  const { engineAdminUrl, engineIngressUrl } = config;
  const answer = await ask(`${engineAdminUrl}/version`);
  if (!answer?.ok)
    throw new CheckFailed(`Restate does not answer at ${engineAdminUrl}; ${engineAdvice(config)}`);
  const { version } = (await answer.json()) as { version: string };
  if (Number.parseFloat(version) < ENGINE_MINOR)
    throw new CheckFailed(`Restate ${version} is too old; ${ENGINE_MINOR} or newer is needed`);
  if (!(await ask(`${engineIngressUrl}/restate/health`))?.ok)
    throw new CheckFailed(
      `Restate ${version} takes no work at ${engineIngressUrl}; is RESTATE_INGRESS_URL its address?`,
    );
  return `Restate ${version}`;
};

interface ClusterHealth {
  metadata_cluster_health?: { members: number[] };
}

/**
 * The admin port names the nodes that keep the cluster's own records, and not which of them are gone. Whether all that
 * is stored can be reached is seen by asking for it: every partition has to answer.
 */
export const cluster: Check = async ({ engineAdminUrl }) => {
  const health = await ask(`${engineAdminUrl}/cluster-health`);
  if (!health) throw new CheckFailed('nobody knows while the engine does not answer');
  if (!health.ok)
    throw new CheckFailed(
      `the nodes of the engine do not agree (status ${health.status}): most of them have to run`,
    );
  const { metadata_cluster_health: kept } = (await health.json()) as ClusterHealth;
  const counted = await ask(`${engineAdminUrl}/query`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ query: 'select count(*) from sys_invocation_status' }),
  });
  if (!counted?.ok)
    throw new CheckFailed('a partition of the engine does not answer; are all nodes running?');
  const nodes = kept?.members.length ?? 1;
  return `every partition answers; ${nodes === 1 ? 'one node' : `${nodes} nodes`}`;
};

export const worker: Check = async ({ engineAdminUrl }) => {
  if (!(await ask(`${engineAdminUrl}/services/${ENGINE_OBJECT}`))?.ok)
    throw new CheckFailed('the engine knows no worker; run: outstep worker');
  return 'known to the engine';
};
