import { readFileSync, writeFileSync } from 'node:fs';
import { answerCalls } from '../outbound/calls.ts';
import { allowSend, mailTo, serverAt, transportFor } from './mails.ts';

/** The transport in a separate process, so that its memory can be measured apart from the server's. */
const transport = transportFor();

const MB = 1024 * 1024;
const memory = (line: 'VmRSS' | 'VmHWM') =>
  Number(new RegExp(`${line}:\\s+(\\d+)`).exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) / 1024;

answerCalls({
  /** By how many MB the process is larger at its peak, while it sends this many emails, than before. */
  async growth(port: number, megabytes: number, times: number, atOnce: number) {
    const content = Buffer.alloc(megabytes * MB, 'x');
    const attachments = [{ filename: 'a.bin', contentType: 'application/zip', content }];
    const send = async () => {
      const mail = mailTo('jo@customer.example', { attachments });
      const { state } = await transport.carry('a', serverAt(port), mail, allowSend);
      if (state !== 'sent') throw new Error(`it was not sent: ${state}`);
    };
    await transport.carry('a', serverAt(port), mailTo('jo@customer.example'), allowSend);
    globalThis.gc?.();
    writeFileSync('/proc/self/clear_refs', '5');
    const before = memory('VmRSS');
    for (let sent = 0; sent < times; sent += atOnce) await Promise.all(Array.from({ length: atOnce }, send));
    return memory('VmHWM') - before;
  },
});
