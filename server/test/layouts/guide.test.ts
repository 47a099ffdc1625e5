import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createFile } from '../harness/layouts.ts';
import type { Outstep } from '../harness/outstep.ts';
import { sharedOutstep } from '../harness/shared.ts';

let outstep: Outstep;

beforeAll(async () => {
  outstep = await sharedOutstep();
});
afterAll(() => outstep?.close());

/** Separates the output of one command block from the next. */
const NEXT = '--- next block ---';

/** The guide's commands as written, except those that set the address and the key. */
async function blocks(): Promise<string[]> {
  const guide = await readFile(new URL('../../../docs/guides/layouts.md', import.meta.url), 'utf8');
  const all = [...guide.matchAll(/```sh\n(.*?)```/gs)].map((match) => match[1] as string);
  return all.filter((block) => !block.includes('export KEY=…'));
}

test('every command of the guide works as written and prints the documented output', async () => {
  const key = await outstep.newKey(await outstep.newStore(), 'write');
  const file = await createFile(outstep.core, key.storeId, 'logo.png');
  const commands = await blocks();
  const script = commands.map((block) => `${block}\necho; echo '${NEXT}'\n`).join('');
  const env = { PATH: process.env['PATH'], URL: outstep.origin, KEY: key.key };
  const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script], { env });
  const said = stdout.split(NEXT);
  expect(said).toHaveLength(commands.length + 1);
  /** The output of the block that contains these words. */
  const about = (words: string) => said[commands.findIndex((block) => block.includes(words))] ?? '';

  expect(about('category=transactional')).toContain('Order confirmation');
  expect(about('If-Match')).toContain('Order paid');
  const [first, again] = about('Idempotency-Key').trim().split('\n');
  expect(again).toBe(first);
  expect(about('resolvedFrom, missingVariables')).toContain('Hello Mary');
  expect(about('resolvedFrom, missingVariables')).toContain('Another try\nvariables.name');
  expect(about('News, {{ name }}')).toContain('subject: name is always empty; did you mean variables.name?');
  expect(about('sentRecently')).toContain('["variables.order.name",null]');
  expect(about('translations/pt_BR')).toContain('["Neues, Mary","de","base"]');
  expect(about('jq -c .stale')).toContain('["body"]');
  expect(about('"done": ["subject"]')).toContain('["de",[]]');
  expect(about('completeLanguagesOnly')).toContain('["en","layout"]');
  expect(about('/promote')).toMatch(/"promoted": "de",\s+"previousMainLanguage": "en"\s+}\nen\n/);
  expect(about('versions/1/restore')).toMatch(/"restored": 1,\s+"version": 12/);
  expect(about('diff/4')).toContain('["layout.body",');
  expect(about('sendAsLink')).toContain(`"fileKey":"${file}","sendAsLink":true`);
  expect(about('sendAsLink')).toContain('{"error":"in use by layout \\"Newsletter\\""}');
  expect(about('api DELETE /email-templates/$LAYOUT')).toMatch(/^\s*{"deleted":true,"id":"[^"]+"}\s*$/);
  expect(about('"name": ""')).toContain('name: required; subject: required');
});
