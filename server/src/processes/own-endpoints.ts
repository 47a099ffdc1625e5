import type { OwnEndpoint } from '../adapters/outbound/own-ports.ts';
import type { Config } from '../config.ts';

const DEFAULT_PORTS: Readonly<Record<string, number>> = {
  'http:': 80,
  'https:': 443,
  'postgres:': 5432,
  'postgresql:': 5432,
  'redis:': 6379,
  'rediss:': 6379,
};
const THIS_MACHINE = '127.0.0.1';

/**
 * The endpoint of a URL; a socket in a folder belongs to a service of this machine, which may also listen on
 * its port.
 */
function endpointOf(text: string): OwnEndpoint[] {
  // PostgreSQL's driver also accepts a login without a host.
  const url = URL.parse(text) ?? URL.parse(text.replace('@/', `@${THIS_MACHINE}/`));
  if (!url) return [];
  const named = url.searchParams.get('host') ?? decodeURIComponent(url.hostname);
  const host = named === '' || named.startsWith('/') ? THIS_MACHINE : named.replace(/^\[|\]$/g, '');
  const port = Number(url.searchParams.get('port') || url.port) || DEFAULT_PORTS[url.protocol];
  return port === undefined ? [] : [{ host, port }];
}

/**
 * Every service of this installation, which no store may call: what we listen on, the engine, PostgreSQL and
 * Redis. Listeners on other machines are unknown here, which is why operators should allow single ports and
 * not networks.
 */
export function ownEndpoints(config: Config): OwnEndpoint[] {
  const { host, port, workerPort, metricsHost, metricsPort, workerMetricsPort, enginePorts } = config;
  const metrics = [metricsPort, workerMetricsPort].flatMap((each) => each ?? []);
  const engine = [config.engineIngressUrl, config.engineAdminUrl].flatMap(endpointOf);
  const { databaseUrl, databaseAdminUrl, redisUrl, workerUrl } = config;
  return [
    ...[port, workerPort].map((each) => ({ host, port: each })),
    ...metrics.map((each) => ({ host: metricsHost, port: each })),
    ...engine,
    // The engine has three ports, of which we use two.
    ...engine.flatMap((each) => enginePorts.map((own) => ({ ...each, port: own }))),
    ...[databaseUrl, databaseAdminUrl, redisUrl, workerUrl ?? ''].flatMap(endpointOf),
  ].filter((endpoint) => endpoint.port > 0);
}
