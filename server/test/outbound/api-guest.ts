import { call } from '../harness/client.ts';
import { startEngine } from '../harness/engine.ts';
import { startNameServer } from '../harness/name-server.ts';
import { startApi, startWorker } from '../harness/process.ts';
import { callStep } from '../harness/signed-step.ts';
import { answerCalls } from './calls.ts';
import { startCanaries } from './canaries.ts';
import { routeAllAddressesToLoopback } from './namespace.ts';
import { zone } from './vectors.ts';

/** Runs in the namespace: API, engine and worker among everything they must not reach. */
routeAllAddressesToLoopback();
await startNameServer(zone);
const canaries = await startCanaries();
const engine = await startEngine();
const env = { ...JSON.parse(process.env['API_ENV'] ?? '{}'), ...engine.env };
const [api] = await Promise.all([startApi(env), startWorker(env)]);

answerCalls({
  ask: async (key: string, method: string, path: string, body?: unknown) => {
    const headers = path === '/api/mcp' ? { 'content-type': 'application/json' } : {};
    const { status, body: answer } = await call(api.origin, key, method, path, body, headers);
    return { status, body: answer };
  },
  step: (storeId: string, secret: string, fields: Record<string, unknown>) =>
    callStep(api.origin, storeId, secret, 'http-request', fields),
  ownAddresses: () => [api.origin, engine.process.ingressUrl, engine.process.adminUrl],
  takeHits: () => canaries.takeHits(),
});
