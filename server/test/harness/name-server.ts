import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, isIPv4, type Socket } from 'node:net';
import { parseIpAddress } from '../../src/adapters/outbound/addresses.ts';

/** The records of a name; addresses of both families mixed. */
export interface DnsRecords {
  addresses?: readonly string[];
  /** The response then also contains the addresses of that name. */
  cname?: string;
  texts?: readonly string[];
  /** Names of the mail servers for its email. */
  mailServers?: readonly string[];
  /** The failure that is returned instead of records. */
  fails?: keyof typeof FAILURES;
}

/** Fixed, or depending on how often the name was queried before; `null` never answers. */
export type ZoneRule = DnsRecords | null | ((asked: number) => DnsRecords);
export type Zone = Readonly<Record<string, ZoneRule>>;

export interface NameServer {
  port: number;
  /** Every query that arrived, such as `TXT tea.example`. */
  questions: string[];
  close(): Promise<void>;
}

const TYPES = { A: 1, CNAME: 5, MX: 15, TXT: 16, AAAA: 28 };
const FAILURES = { 'server failure': 2, refused: 5 };
const NAME_ERROR = 3;
const TRUNCATED = 0x0200;
const MAX_DATAGRAM = 1200;
const MAX_PIECE = 255;

const encodeName = (name: string) =>
  Buffer.concat([
    ...name.split('.').map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label)])),
    Buffer.from([0]),
  ]);

/** Split into strings, as in DNS. */
function encodeText(text: string): Buffer {
  const bytes = Buffer.from(text);
  const pieces: Buffer[] = [];
  for (let at = 0; at === 0 || at < bytes.length; at += MAX_PIECE) {
    const piece = bytes.subarray(at, at + MAX_PIECE);
    pieces.push(Buffer.from([piece.length]), piece);
  }
  return Buffer.concat(pieces);
}

function record(owner: string, type: number, data: Buffer): Buffer {
  const fixed = Buffer.alloc(10);
  fixed.writeUInt16BE(type, 0);
  fixed.writeUInt16BE(1, 2);
  fixed.writeUInt16BE(data.length, 8);
  return Buffer.concat([encodeName(owner), fixed, data]);
}

function readQuestion(message: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), type: message.readUInt16BE(at + 1), end: at + 5 };
}

function dataOf({ addresses = [], texts = [], mailServers = [] }: DnsRecords, type: number): Buffer[] {
  if (type === TYPES.TXT) return texts.map(encodeText);
  if (type === TYPES.MX)
    return mailServers.map((name) => Buffer.concat([Buffer.from([0, 10]), encodeName(name)]));
  const family = { [TYPES.A]: 4, [TYPES.AAAA]: 6 }[type];
  return addresses
    .filter((address) => (isIPv4(address) ? 4 : 6) === family)
    .map((address) => Buffer.from(parseIpAddress(address)?.toByteArray() ?? []));
}

const typeName = (type: number) => Object.entries(TYPES).find(([, number]) => number === type)?.[0] ?? type;

/**
 * A name server for tests on 127.0.0.1; its answers must not be cached. A response that is too large for UDP
 * is sent over TCP.
 */
export async function startNameServer(zone: Zone, port = 53): Promise<NameServer> {
  const asked = new Map<string, number>();
  const questions: string[] = [];
  const recordsOf = (name: string): DnsRecords | null | undefined => {
    const rule = zone[name];
    return typeof rule === 'function' ? rule(asked.get(name) ?? 0) : rule;
  };

  function answersTo(name: string, type: number): Buffer[] {
    const records = recordsOf(name);
    if (!records) return [];
    if (records.cname)
      return [record(name, TYPES.CNAME, encodeName(records.cname)), ...answersTo(records.cname, type)];
    return dataOf(records, type).map((data) => record(name, type, data));
  }

  /** `null` sends no reply. */
  function replyTo(message: Buffer, most: number): Buffer | null {
    const { name, type, end } = readQuestion(message);
    const records = recordsOf(name);
    let answers = answersTo(name, type);
    asked.set(name, (asked.get(name) ?? 0) + 1);
    questions.push(`${typeName(type)} ${name}`);
    if (records === null) return null;
    const isTooLong = answers.reduce((sum, { length }) => sum + length, end) > most;
    if (isTooLong) answers = [];
    const code = records === undefined ? NAME_ERROR : records.fails ? FAILURES[records.fails] : 0;
    const header = Buffer.alloc(12);
    header.writeUInt16BE(message.readUInt16BE(0), 0);
    header.writeUInt16BE(0x8180 | code | (isTooLong ? TRUNCATED : 0), 2);
    header.writeUInt16BE(1, 4);
    header.writeUInt16BE(answers.length, 6);
    return Buffer.concat([header, message.subarray(12, end), ...answers]);
  }

  const sockets = new Set<Socket>();
  const streams = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    let read = Buffer.alloc(0);
    socket.on('data', (chunk) => {
      read = Buffer.concat([read, chunk]);
      for (let size = read.length < 2 ? -1 : read.readUInt16BE(0); size >= 0 && read.length >= size + 2; ) {
        const reply = replyTo(read.subarray(2, size + 2), 0xffff);
        read = read.subarray(size + 2);
        size = read.length < 2 ? -1 : read.readUInt16BE(0);
        if (!reply) continue;
        const length = Buffer.alloc(2);
        length.writeUInt16BE(reply.length);
        socket.write(Buffer.concat([length, reply]));
      }
    });
  });
  const datagrams = createSocket('udp4');
  datagrams.on('message', (message, from) => {
    const reply = replyTo(message, MAX_DATAGRAM);
    if (reply) datagrams.send(reply, from.port, from.address);
  });
  datagrams.bind(port, '127.0.0.1');
  streams.listen(port, '127.0.0.1');
  await Promise.all([once(datagrams, 'listening'), once(streams, 'listening')]);
  return {
    port,
    questions,
    async close() {
      for (const socket of sockets) socket.destroy();
      datagrams.close();
      streams.close();
      await once(streams, 'close');
    },
  };
}
