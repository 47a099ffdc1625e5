import { text } from 'node:stream/consumers';
import nodemailer from 'nodemailer';

/**
 * Baseline for sending: the mailer alone, with the same message. Reports its duration in ms and its CPU time.
 */
const { port, connections, count, message } = JSON.parse(await text(process.stdin));
const transport = nodemailer.createTransport({
  host: '127.0.0.1',
  port,
  pool: true,
  maxConnections: connections,
  maxMessages: Number.POSITIVE_INFINITY,
  ignoreTLS: true,
});
const send = (i: number) =>
  transport.sendMail({ ...message, to: `to-${i}@customer.example`, messageId: `<${i}@shop.example>` });
await Promise.all(Array.from({ length: connections }, (_, i) => send(i)));
const before = process.cpuUsage();
const from = performance.now();
await Promise.all(Array.from({ length: count }, (_, i) => send(i)));
const ms = performance.now() - from;
const { user, system } = process.cpuUsage(before);
console.log(JSON.stringify({ ms, cpuMs: (user + system) / 1000 }));
transport.close();
