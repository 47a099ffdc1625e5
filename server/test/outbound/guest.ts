import { Agent, get } from 'node:http';
import { connect } from 'node:net';
import { parseAllowList } from '../../src/adapters/outbound/allow-list.ts';
import { createOutbound } from '../../src/adapters/outbound/outbound-client.ts';
import type { OwnEndpoint } from '../../src/adapters/outbound/own-ports.ts';
import { startNameServer } from '../harness/name-server.ts';
import { answerCalls } from './calls.ts';
import { connectionsBegun, startCanaries } from './canaries.ts';
import { routeAllAddressesToLoopback } from './namespace.ts';
import { OWN_NAME, type Vector, zone } from './vectors.ts';

/** Runs in the namespace: the client, and everything it must not reach. */
routeAllAddressesToLoopback();
await startNameServer(zone);
const canaries = await startCanaries();

const outbound = (allow: string, ownEndpoints: readonly OwnEndpoint[] = []) =>
  createOutbound({ allow: parseAllowList(allow), ownHosts: [OWN_NAME], ownEndpoints });
let client = outbound('');

/** Calls as a client without a guard; with its own agent, so that proxy variables don't apply. */
const unguarded = (url: string) =>
  new Promise<string>((resolve) => {
    const agent = new Agent();
    try {
      const request = get(url, { agent, timeout: 1_000 }, (response) => {
        response.resume().on('close', () => resolve('answered'));
      });
      request.on('error', (error) => resolve(error.message));
      request.on('timeout', () => request.destroy());
    } catch (error) {
      resolve(String(error));
    }
  });

answerCalls({
  allow: (list: string, ownEndpoints?: readonly OwnEndpoint[]) => {
    client = outbound(list, ownEndpoints);
  },
  send: ({ url, headers = {} }: Vector, timeoutMs = 10_000) =>
    client.send({ method: 'GET', url, headers, body: null, timeoutMs }),
  download: async (url: string) => {
    const outcome = await client.download(url, { maxBytes: 1_000, timeoutMs: 10_000 });
    return outcome.kind === 'failed' ? outcome : { kind: outcome.kind, text: outcome.bytes.toString() };
  },
  dial: async (host: string, port: number) => {
    const outcome = await client.dial(host, port, 5_000);
    if (outcome.kind === 'failed') return outcome;
    outcome.socket.destroy();
    return { kind: outcome.kind, address: outcome.address };
  },
  unguarded,
  takeHits: () => canaries.takeHits(),
  connectionsBegun,
  reachesPath: (path: string) =>
    new Promise((resolve) => {
      const socket = connect({ path });
      socket.on('data', (data) => resolve(data.toString())).on('error', (error) => resolve(error.message));
    }),
});
