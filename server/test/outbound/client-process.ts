import { readFileSync, writeFileSync } from 'node:fs';
import { parseAllowList } from '../../src/adapters/outbound/allow-list.ts';
import { createOutbound } from '../../src/adapters/outbound/outbound-client.ts';
import type { DownloadLimits, OutboundRequest } from '../../src/kernel/outbound.ts';
import { answerCalls } from './calls.ts';

/** The client in a separate process, so that its memory can be measured apart from the attackers'. */
const client = createOutbound({ allow: parseAllowList('127.0.0.0/8 localhost') });

const MB_IN_KB = 1024;
const memory = (line: 'VmRSS' | 'VmHWM') =>
  Number(new RegExp(`${line}:\\s+(\\d+)`).exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) / MB_IN_KB;

/** By how many MB the process is larger at its peak during the work than before it. */
async function growthDuring(work: () => Promise<unknown>): Promise<number> {
  globalThis.gc?.();
  writeFileSync('/proc/self/clear_refs', '5');
  const before = memory('VmRSS');
  await work();
  return memory('VmHWM') - before;
}

async function sendRepeatedly(request: OutboundRequest, times: number, atOnce: number): Promise<void> {
  for (let sent = 0; sent < times; sent += atOnce)
    await Promise.all(Array.from({ length: atOnce }, () => client.send(request)));
}

answerCalls({
  send: (request: OutboundRequest) => client.send(request),
  /** Bytes as hex: they cross to another process as text. */
  download: async (url: string, limits: DownloadLimits) => {
    const outcome = await client.download(url, limits);
    return outcome.kind === 'failed' ? outcome : { ...outcome, bytes: outcome.bytes.toString('hex') };
  },
  /** Bodies remain in this process, so that only the client is measured, not the transfer to the test. */
  growth: (request: OutboundRequest, times: number, atOnce = 1) =>
    growthDuring(() => sendRepeatedly(request, times, atOnce)),
  memory: () => {
    globalThis.gc?.();
    return memory('VmRSS');
  },
});
