import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { ReadUpload, UploadReader } from '../../kernel/ports.ts';

export interface UploadProcessOptions {
  /** The script that the process runs. */
  childEntry: URL;
  timeoutMs?: number;
}

const LINE_END = 0x0a;

function readAnswer(answer: Buffer): ReadUpload | { reason: string } {
  const end = answer.indexOf(LINE_END);
  const told = JSON.parse(answer.subarray(0, end).toString());
  return 'reason' in told ? told : { ...told, bytes: answer.subarray(end + 1) };
}

/**
 * Reads each upload in a process of its own, which is killed when it takes too long. The library's own time-out is
 * not enough: it is checked between steps, and one step of a hostile drawing or a large WebP can take minutes.
 */
export const createUploadProcess = ({
  childEntry,
  timeoutMs = 60_000,
}: UploadProcessOptions): UploadReader => ({
  async read(bytes) {
    // Native code on hostile bytes: its environment holds none of our keys or addresses.
    const env = { PATH: process.env['PATH'] ?? '' };
    const child = spawn(process.execPath, [fileURLToPath(childEntry)], {
      env,
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      child.kill('SIGKILL');
    }, timeoutMs);
    // It may end before it has read everything; its exit is handled below.
    child.stdin.on('error', () => undefined).end(bytes);
    const [answer, [code]] = await Promise.all([buffer(child.stdout), once(child, 'close')]);
    clearTimeout(timer);
    if (late) return { reason: 'takes too long to read' };
    return code === 0 ? readAnswer(answer) : { reason: 'cannot be read' };
  },
});
