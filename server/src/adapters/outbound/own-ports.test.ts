import { networkInterfaces } from 'node:os';
import { expect, test } from 'vitest';
import { localAddresses } from './local-addresses.ts';
import { createOwnPorts, type OwnEndpoint } from './own-ports.ts';

const { signal } = new AbortController();
const isLocal = localAddresses();
const isOwn = (endpoints: OwnEndpoint[], address: string, port: number) =>
  createOwnPorts(endpoints, isLocal).include([address], port, signal);

const interfaces = Object.values(networkInterfaces())
  .flatMap((each) => each ?? [])
  .map(({ address }) => address);

const local = [
  ...['127.0.0.1', '127.8.9.10', '0.0.0.0', '::1', '::', '::ffff:127.0.0.1', '::ffff:7f00:1'],
  ...['64:ff9b::7f00:1', ...interfaces],
];

test.each(['127.0.0.1', '0.0.0.0', '::', '::1', 'localhost'])(
  'treats a listener at %s as ours at every address of this machine',
  async (host) => {
    for (const address of local)
      expect(await isOwn([{ host, port: 9070 }], address, 9070), address).toBe(true);
    expect(await isOwn([{ host, port: 9070 }], '127.0.0.1', 9071)).toBe(false);
    expect(await isOwn([{ host, port: 9070 }], '198.51.100.7', 9070)).toBe(false);
  },
);

test('recognizes a service elsewhere by its address in every notation, and by no other address', async () => {
  const engine = [{ host: '10.1.2.3', port: 9070 }];
  for (const address of ['10.1.2.3', '::ffff:10.1.2.3', '64:ff9b::a01:203'])
    expect(await isOwn(engine, address, 9070), address).toBe(true);
  for (const address of ['10.1.2.4', '127.0.0.1', '::ffff:10.1.2.4'])
    expect(await isOwn(engine, address, 9070), address).toBe(false);
});

test('one of our addresses among several is enough', async () => {
  const ports = createOwnPorts([{ host: '10.1.2.3', port: 9070 }], isLocal);
  expect(await ports.include(['198.51.100.7', '10.1.2.3'], 9070, signal)).toBe(true);
});

test('an unresolvable service may be at any private address but no public one', async () => {
  const engine = [{ host: 'engine.invalid', port: 9070 }];
  expect(await isOwn(engine, '10.1.2.3', 9070)).toBe(true);
  expect(await isOwn(engine, '93.184.215.14', 9070)).toBe(false);
  expect(await isOwn(engine, '10.1.2.3', 80)).toBe(false);
});
