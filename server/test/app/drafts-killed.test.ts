import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Outstep, startOutstep } from '../harness/outstep.ts';
import { startApi } from '../harness/process.ts';
import { appEnv } from '../harness/shared.ts';
import { sized } from '../harness/size.ts';
import { Browser } from './browser.ts';
import { expectOk } from './team.ts';

const ROUNDS = sized(3, 20);

let outstep: Outstep;
beforeAll(async () => {
  outstep = await startOutstep({ env: appEnv });
});
afterAll(() => outstep?.close());

test('an API killed while it saves a draft leaves a complete draft, never older than the one it confirmed (contract: Drafts 2)', async () => {
  let browser = new Browser(outstep);
  await browser.signUp('Killed');
  const storeId = await browser.createStore('Alder');
  const layouts = `/app/api/stores/${storeId}/email-templates`;
  const { id } = await expectOk(browser.send('POST', layouts, { name: 'L', subject: 'S' }));
  const path = `${layouts}/${id}/draft`;
  // So long that writing it takes a while.
  const block = { type: 'text', html: 'words '.repeat(2000) };
  const bodyDesign = (n: number) => ({ blocks: [{ ...block, id: `n${n}` }, ...Array(40).fill(block)] });
  let [answered, sent] = [0, 0];
  for (let round = 0; round < ROUNDS; round++) {
    let revision = (await expectOk(browser.send('GET', path))).draft?.revision ?? 0;
    // Only after the first response: on a slow machine, there would otherwise be no draft to lose.
    let killed: Promise<unknown> | null = null;
    for (let isUp = true; isUp; ) {
      const n = ++sent;
      const languages = { en: { subject: `Work ${n}`, previewText: '', bodyDesign: bodyDesign(n) } };
      const answer = await browser
        .send('PUT', path, { baseVersion: 1, languages }, { 'if-match': `"r${revision}"` })
        .catch(() => null);
      isUp = answer !== null;
      if (answer) {
        expect(answer.status, answer.text).toBe(200);
        revision = answer.body.revision;
        answered = n;
        killed ??= sleep(200 + 300 * Math.random()).then(() => outstep.apis[0]?.stop('SIGKILL'));
      }
    }
    await killed;
    const api = await startApi(outstep.env);
    outstep.apis.splice(0, 1, api);
    browser = Browser.ofSigned({ ...browser.signed(), origin: api.origin });
    const { draft } = await expectOk(browser.send('GET', path));
    const kept = Number(draft.languages.en.subject.replace('Work ', ''));
    expect([answered, sent]).toContain(kept);
    expect(draft.languages.en.bodyDesign).toEqual(bodyDesign(kept));
  }
  expect(answered).toBeGreaterThan(0);
});
