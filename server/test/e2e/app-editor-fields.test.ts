import { beforeAll, expect, test } from 'vitest';
import { editorOf, row, saved, tool } from '../harness/app-editor.ts';
import { emptyStore } from '../harness/app-store.ts';
import { sharedApp } from '../harness/shared-app.ts';

const { browser, origin } = await sharedApp();

let { call, made, open } = {} as ReturnType<typeof editorOf>;
beforeAll(async () => {
  ({ call, made, open } = editorOf(browser, origin, await emptyStore(browser, origin)));
});

test('corrects a number on blur, not while typing, and undo restores it', async () => {
  const { id } = await made({ blocks: [{ type: 'spacer', height: 30 }] });
  const page = await open(id);
  await row(page, /Spacer/).click();
  const height = page.getByRole('spinbutton', { name: 'Height' });
  await height.fill('');
  // An empty field means the default height, and remains empty until someone types.
  expect(await height.inputValue()).toBe('');
  await height.pressSequentially('900');
  expect(await height.inputValue()).toBe('900');
  await height.press('Tab');
  expect(await height.inputValue()).toBe('200');
  await height.fill('1.6');
  await height.press('Tab');
  expect(await height.inputValue()).toBe('2');
  await height.press('ArrowUp');
  await saved(page);
  expect((await call('GET', `/email-templates/${id}`)).bodyDesign).toEqual({
    blocks: [{ type: 'spacer', height: 3 }],
  });
  // Undo also affects a field that has focus.
  await height.focus();
  while (await tool(page, 'Undo').isEnabled()) await page.keyboard.press('Control+z');
  expect(await height.inputValue()).toBe('30');
  await page.context().close();
});
