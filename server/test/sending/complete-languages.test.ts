import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type MailStack, sharedMailStack } from './mail-stack.ts';

let testStack: MailStack;
beforeAll(async () => {
  testStack = await sharedMailStack();
});
afterAll(() => testStack?.close());

async function sent(layout: string, locale: string) {
  const to = `${randomUUID().slice(0, 8)}@customer.example`;
  const entry = await testStack.send(layout, randomUUID(), { to: [to], locale });
  const [mail] = await testStack.mailsTo(to);
  const why = entry.timeline.filter(({ event }) => event === 'language').map(({ detail }) => detail);
  return [mail?.subject, entry['locale'], ...why];
}

test('sends an incomplete language unless the layout sends only complete ones; history gives the reason (contract: Translations 10; Translations 11)', async () => {
  const layout = await testStack.layout({ bodyType: 'text', subject: 'en', body: '<p>Hello</p>' });
  await testStack.translation(layout, 'de', { subject: 'de', body: '<p>Hallo</p>' });
  await testStack.translation(layout, 'de-at', { subject: 'de-at' });
  expect(await sent(layout, 'de-AT')).toEqual(['de-at', 'de-at', 'de-at, as requested (de-AT)']);
  await testStack.outstep.call(testStack.key, 'PATCH', `/api/v1/email-templates/${layout}`, {
    completeLanguagesOnly: true,
  });
  const skipped = 'de-at has untranslated texts, and the layout sends only complete languages';
  expect(await sent(layout, 'de-AT')).toEqual([
    ...['de', 'de', skipped, 'de, the base language of the requested one (de-AT)'],
  ]);
  expect(await sent(layout, 'de')).toEqual(['de', 'de', 'de, as requested (de)']);
  await testStack.translation(layout, 'de-at', { subject: 'de-at', body: '<p>Servus</p>' });
  expect(await sent(layout, 'de-AT')).toEqual(['de-at', 'de-at', 'de-at, as requested (de-AT)']);
});
