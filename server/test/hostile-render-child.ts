import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { worker } from 'workerpool';
import type { ChildMethods } from '../src/adapters/child-processes/child-methods.ts';
import type { Message } from '../src/kernel/messages/message.ts';
import { reportTextStart } from './harness/begin-turn.ts';

/*
 * A render process in which a text has gained access to JavaScript: `{{ read:/etc/passwd }}` attempts to read
 * that file. It shows how the pool handles a misbehaving process, whatever the Liquid engine allows. It
 * reports every text as plain.
 */

const codeOf = (act: () => unknown) => {
  try {
    act();
    return 'done';
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? String(error);
  }
};

/** Made here: the process may read no file of the product. */
const plainOrNull = (text: string | null): Message | null =>
  text === null ? null : { code: 'stored_sentence', params: { text } };

const pause = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

const cpuMs = () => process.threadCpuUsage().user / 1000;

function burn(ms: number): void {
  for (const until = cpuMs() + ms; cpuMs() < until; );
}

function fillMemory(): never {
  const kept: unknown[] = [];
  for (;;) kept.push(new Array(1000).fill(kept.length));
}

function hang(): never {
  for (;;);
}

const hostileActions: Record<string, (argument: string) => unknown> = {
  fine: () => null,
  hang,
  memory: fillMemory,
  exit: () => process.exit(1),
  pause: (ms) => pause(Number(ms)),
  burn: (ms) => burn(Number(ms)),
  pid: () => String(process.pid),
  environment: () => Object.keys(process.env).join(),
  read: (path) => codeOf(() => readFileSync(path)),
  write: (path) => codeOf(() => writeFileSync(path, 'x')),
  spawn: () => codeOf(() => spawnSync('true')),
  thread: () => codeOf(() => new Worker('', { eval: true })),
};

function perform(text: string): unknown {
  const [, act = '', argument = ''] = /^\{\{ (\w+):?(\S*) \}\}$/.exec(text) ?? [];
  return hostileActions[act]?.(argument) ?? null;
}

/** `{{ job }}` returns everything that the process was given. */
const performOn = (job: unknown, text: string) =>
  String((text === '{{ job }}' ? JSON.stringify(job) : perform(text)) ?? '');

const each = <Text, Answer>(texts: readonly Text[], work: (text: Text) => Answer): Answer[] =>
  texts.map((text, index) => {
    reportTextStart(index);
    return work(text);
  });

worker({
  checkLiquid: (texts) => each(texts, (text) => plainOrNull(perform(text) as string | null)),
  usesOfLiquid: (texts) =>
    each(texts, (text) => ({ secrets: [], variables: [performOn(texts, text)], plain: ['', text, ''] })),
  renderLiquid: (job) =>
    each(job.texts, ({ text }) => ({
      pieces: [performOn(job, text)],
      encodings: [],
      isJson: false,
      missing: [],
    })),
  compileDesign: async (job) => {
    reportTextStart(0);
    return { html: performOn(job, job.previewText), text: '', attachments: [], warnings: [] };
  },
  compileBody(job) {
    reportTextStart(0);
    return { html: performOn(job, job.body), text: '', attachments: [], warnings: [] };
  },
} satisfies ChildMethods);
