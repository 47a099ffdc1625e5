import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { isIPv4 } from 'node:net';
import { parseAddress } from '../../src/platform/outbound/addresses.ts';

/** What a name has; addresses of both families mixed. */
export interface Records {
  addresses?: readonly string[];
  /** The answer then also has the addresses of that name. */
  cname?: string;
}

/** Fixed, or by how many questions were asked for the name before this one; `null` never answers. */
export type Rule = Records | null | ((asked: number) => Records);
export type Zone = Readonly<Record<string, Rule>>;

const TYPES: Record<number, 4 | 6> = { 1: 4, 28: 6 };
const CNAME = 5;
const NAME_ERROR = 3;

const encodeName = (name: string) =>
  Buffer.concat([
    ...name.split('.').map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label)])),
    Buffer.from([0]),
  ]);

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

/** A name server for tests, on port 53 of 127.0.0.1; its answers may not be kept. */
export async function startNameServer(zone: Zone): Promise<void> {
  const asked = new Map<string, number>();
  const recordsOf = (name: string): Records | null | undefined => {
    const rule = zone[name];
    return typeof rule === 'function' ? rule(asked.get(name) ?? 0) : rule;
  };

  function answersTo(name: string, type: number): Buffer[] {
    const records = recordsOf(name);
    if (!records) return [];
    if (records.cname)
      return [record(name, CNAME, encodeName(records.cname)), ...answersTo(records.cname, type)];
    return (records.addresses ?? [])
      .filter((address) => (isIPv4(address) ? 4 : 6) === TYPES[type])
      .map((address) => record(name, type, Buffer.from(parseAddress(address)?.toByteArray() ?? [])));
  }

  const server = createSocket('udp4');
  server.on('message', (message, from) => {
    const { name, type, end } = readQuestion(message);
    const records = recordsOf(name);
    const answers = answersTo(name, type);
    asked.set(name, (asked.get(name) ?? 0) + 1);
    if (records === null) return;
    const header = Buffer.alloc(12);
    header.writeUInt16BE(message.readUInt16BE(0), 0);
    header.writeUInt16BE(0x8180 | (records === undefined ? NAME_ERROR : 0), 2);
    header.writeUInt16BE(1, 4);
    header.writeUInt16BE(answers.length, 6);
    server.send(Buffer.concat([header, message.subarray(12, end), ...answers]), from.port, from.address);
  });
  server.bind(53, '127.0.0.1');
  await once(server, 'listening');
}
