import { emptyJob } from 'outstep/features/rendering/design/compile-design.rules.ts';
import { drawMarkedMail } from 'outstep/features/rendering/mails/draw-marked-mail.rules.ts';
import { expect, test } from 'vitest';
import { editor as de } from '../../../texts/de/editor.ts';
import { editor as en } from '../../../texts/en/editor.ts';
import { blockSamples, drawnKinds } from './block-samples.rules.ts';

const drawn = (global: object | undefined, { newBlock }: typeof en) => {
  const { design, variables } = blockSamples(global as undefined, newBlock, 'Teapot');
  return drawMarkedMail({
    ...{ ...emptyJob, design, variables, subject: '', footer: null },
    ...{ unsubscribeUrl: '', secret: 'abcdef' },
  });
};

test.each([
  ['English', en],
  ['German', de],
])('shows something for every kind of visible block in %s', async (_language, words) => {
  const mail = await drawn({ linkColor: '#8a3b00' }, words);
  if ('problems' in mail) throw new Error(JSON.stringify(mail.problems));
  const seen = new Set(mail.places.map((place) => Number(place[1])));
  expect([...seen].toSorted((a, b) => a - b)).toEqual(drawnKinds.map((_, i) => i));
  expect(mail.html).toContain('#8a3b00');
});

test('does not draw invalid styles', async () => {
  expect(await drawn({ linkColor: 'url(javascript:alert(1))' }, en)).toHaveProperty('problems');
});
