import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { startDeadline } from '../../kernel/deadline.ts';
import { type Message, message } from '../../kernel/messages/message.ts';
import type { ReadUpload, UploadReader } from '../../kernel/ports.ts';
import { type Confinement, childCommand, confinements, memoryFor } from './confinement.ts';

export interface UploadProcessOptions {
  /** The script that the process runs. */
  childEntry: URL;
  timeoutMs?: number;
  memoryMegabytes?: number;
  /** Called once, when the first upload has shown what the system allows. */
  onConfined?(name: string, isFull: boolean): void;
}

/** Enough to start a process on a loaded machine. */
const PROBE_MS = 20_000;

const LINE_END = 0x0a;

type UploadReply = ReadUpload | { reason: Message };

function readAnswer(answer: Buffer): UploadReply {
  const end = answer.indexOf(LINE_END);
  const told = JSON.parse(answer.subarray(0, end).toString());
  return 'reason' in told ? told : { ...told, bytes: answer.subarray(end + 1) };
}

/** Runs the script once and returns its output, or `late` or `failed`. */
async function runChild(
  command: [string, ...string[]],
  input: Uint8Array,
  timeoutMs: number,
): Promise<Buffer | 'late' | 'failed'> {
  const [program, ...args] = command;
  const child = spawn(program, args, {
    // Native code processes hostile bytes there, so its environment contains none of our keys or addresses.
    env: { PATH: process.env['PATH'] ?? '' },
    // Accessible to every user that it may run as.
    cwd: '/',
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  let isLate = false;
  const clock = startDeadline(timeoutMs, () => {
    isLate = true;
    child.kill('SIGKILL');
  });
  // The process may end before it has read everything; its exit is handled below.
  child.stdin.on('error', () => undefined).end(input);
  try {
    const [answer, [code]] = await Promise.all([buffer(child.stdout), once(child, 'close')]);
    if (isLate) return 'late';
    return code === 0 ? answer : 'failed';
  } catch {
    return 'failed';
  } finally {
    clock.clear();
  }
}

/**
 * Reads each upload in a separate process, with as few permissions as the system allows, and kills it when it
 * takes too long. The library's own time-out is not enough: it is checked between steps, and one step of a
 * hostile drawing or a large WebP can take minutes.
 */
export function createUploadProcess({
  childEntry,
  timeoutMs = 30_000,
  memoryMegabytes = 512,
  onConfined = () => undefined,
}: UploadProcessOptions): UploadReader {
  const program = childCommand(childEntry);
  let chosen: Promise<Confinement> | undefined;

  /** The strictest confinement in which the script runs on this system. */
  async function choose(): Promise<Confinement> {
    const ways = confinements({
      memoryMegabytes: memoryFor(childEntry, memoryMegabytes),
      cpuSeconds: 2 * Math.ceil(timeoutMs / 1000),
    });
    for (const [index, way] of ways.entries()) {
      const isLast = index === ways.length - 1;
      if (!isLast && !Buffer.isBuffer(await runChild(way.command(program), Buffer.from('probe'), PROBE_MS)))
        continue;
      onConfined(way.name, index === 0);
      return way;
    }
    throw new Error('there is always a last way');
  }

  return {
    async read(bytes) {
      chosen ??= choose();
      const answer = await runChild((await chosen).command(program), bytes, timeoutMs);
      if (answer === 'late') return { reason: message('reading_too_slow') };
      return answer === 'failed' ? { reason: message('unreadable') } : readAnswer(answer);
    },
  };
}
