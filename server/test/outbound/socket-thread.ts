import { createSocket } from 'node:dgram';
import { createServer as createHttp } from 'node:http';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { parentPort } from 'node:worker_threads';

/** Targets in a separate thread, which respond a little later, whatever the test's own event loop does. */
const LATER_MS = 300;

const later = (answer: () => void) => setTimeout(answer, LATER_MS);

const http = createHttp((request, response) => {
  request.resume().on('end', () => later(() => response.end('answered')));
});

const smtp = createServer((socket) => {
  let message: string | null = null;
  socket.on('error', () => undefined).write('220 beside.example\r\n');
  socket.on('data', (chunk) => {
    const said = chunk.toString();
    if (message !== null) {
      message += said;
      if (!message.endsWith('\r\n.\r\n')) return;
      message = null;
      later(() => socket.write('250 taken\r\n'));
    } else if (said.startsWith('DATA')) {
      message = '';
      socket.write('354 go on\r\n');
    } else socket.write('250 fine\r\n');
  });
});

/** Answers every query with one TXT record. */
const dns = createSocket('udp4', (question, from) => {
  const head = Buffer.from('000081800001000100000000', 'hex');
  question.copy(head, 0, 0, 2);
  const end = question.indexOf(0, 12) + 5;
  const record = Buffer.from('c00c001000010000003c0009', 'hex');
  const answer = Buffer.concat([head, question.subarray(12, end), record, Buffer.from('\x08answered')]);
  later(() => dns.send(answer, from.port, from.address));
});

const portOf = (server: Server) =>
  new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
const dnsPort = new Promise<number>((resolve) => {
  dns.bind(0, '127.0.0.1', () => resolve(dns.address().port));
});

const [httpPort, smtpPort, namePort] = await Promise.all([portOf(http), portOf(smtp), dnsPort]);
parentPort?.postMessage({ httpPort, smtpPort, namePort });
