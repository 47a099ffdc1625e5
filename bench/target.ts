import { readFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';

/**
 * A target in its own process, with and without TLS. Its first line of output has the ports; it exits when
 * its standard input ends.
 */
const [key = '', cert = ''] = process.argv.slice(2);
const answer: RequestListener = (request, response) => {
  request.resume().on('end', () => response.end('ok'));
};
const listening = async (server: Server) => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
};
const plain = await listening(createServer(answer));
const secure = await listening(
  createSecureServer({ key: readFileSync(key), cert: readFileSync(cert) }, answer),
);
console.log(JSON.stringify({ plain, secure }));
process.stdin.on('end', () => process.exit()).resume();
