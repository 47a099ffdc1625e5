import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { call } from '../harness/client.ts';
import type { Outstep, TestKey } from '../harness/outstep.ts';
import { startApi } from '../harness/process.ts';
import { sharedOutstep } from '../harness/shared.ts';
import { eventually } from '../harness/test-stack.ts';

let outstep: Outstep;
let key: TestKey;

beforeAll(async () => {
  outstep = await sharedOutstep();
  key = await outstep.newKey(await outstep.newStore(), 'read');
});
afterAll(() => outstep?.close());

test('400 for a text that uses more CPU time than OUTSTEP_RENDER_PATIENCE_MS, 200 for the same text with a higher limit', async () => {
  const impatient = await startApi({ ...outstep.env, OUTSTEP_RENDER_PATIENCE_MS: '30' });
  onTestFinished(async () => void (await impatient.stop()));
  const loops = ['i', 'j'].map((name) => `{% for ${name} in (1..500) %}`).join('');
  const content = { bodyType: 'text', subject: 'Hi', body: `${loops}{% endfor %}{% endfor %}` };
  const preview = (origin: string) =>
    call(origin, key.key, 'POST', '/api/v1/email-templates/preview', content);
  const shown = await preview(outstep.origin);
  expect(shown.status, shown.text.slice(0, 300)).toBe(200);
  // Its processes start with the first design and may get no CPU time on a busy machine.
  const refused = await eventually(
    () => preview(impatient.origin),
    ({ status }) => status !== 503,
  );
  expect([refused.status, refused.body.error]).toEqual([400, expect.stringMatching(/takes too long/)]);
});
