import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { batchLines } from './log.ts';

function destinationOf() {
  const written: string[] = [];
  return {
    written,
    destroyed: false,
    write: (text: string) => written.push(text) > 0,
    flush() {},
    flushSync() {},
  };
}

describe('log lines', () => {
  test('are written together, in order, each once', () => {
    const destination = destinationOf();
    const gathered = batchLines(destination);
    const lines = Array.from({ length: 500 }, (_, i) => `${i} ${'x'.repeat(i % 90)}\n`);
    for (const line of lines) gathered.write(line);
    expect(destination.written.length).toBeLessThan(5);
    gathered.flushSync();
    gathered.pass();
    expect(destination.written.join('')).toBe(lines.join(''));
  });

  test('are dropped once the destination has ended, because writing would throw', () => {
    const destination = destinationOf();
    const gathered = batchLines(destination);
    gathered.write('late\n');
    destination.destroyed = true;
    gathered.pass();
    expect(destination.written).toEqual([]);
  });

  test.each([
    ['ends by itself', ''],
    ['is ended', 'process.exit(3)'],
    ['fails', 'throw new Error("boom")'],
  ])('are all written when the process %s', (_, ending) => {
    const script = `
      const { createLog } = await import(${JSON.stringify(new URL('./log.ts', import.meta.url).href)});
      const log = createLog('info');
      for (let i = 0; i < 200; i++) log.info({ i }, 'line');
      await new Promise((resolve) => setTimeout(resolve, 20));
      createLog('info').info({ i: 200 }, 'line');
      ${ending}`;
    let output: string;
    try {
      output = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
        encoding: 'utf8',
        stdio: 'pipe',
      });
    } catch (error) {
      output = (error as { stdout: string }).stdout;
    }
    const seen = output
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).i);
    expect(seen).toEqual(Array.from({ length: 201 }, (_, i) => i));
  });
});
