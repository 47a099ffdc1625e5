import type { Page } from 'playwright-core';

const modifiers: Readonly<Record<string, number>> = { Alt: 1, Control: 2, Meta: 4, Shift: 8 };
const codes: Readonly<Record<string, number>> = { Delete: 46, ArrowUp: 38, ArrowDown: 40, Enter: 13 };

/** Presses keys (`a`, `Delete`, `Control+s`) one after the other, without waiting for the page to react. */
export async function quickKeys(page: Page) {
  const session = await page.context().newCDPSession(page);
  return async (keys: readonly string[]) => {
    const sent = keys.flatMap((each) => {
      const parts = each.split('+');
      const key = parts.at(-1) ?? each;
      const held = parts.slice(0, -1).reduce((sum, name) => sum + (modifiers[name] ?? 0), 0);
      const event = {
        ...{ key, modifiers: held, windowsVirtualKeyCode: codes[key] ?? key.toUpperCase().charCodeAt(0) },
        ...(key.length === 1 && held === 0 && { text: key }),
      };
      return [
        session.send('Input.dispatchKeyEvent', { ...event, type: event.text ? 'keyDown' : 'rawKeyDown' }),
        session.send('Input.dispatchKeyEvent', { ...event, type: 'keyUp' }),
      ];
    });
    await Promise.all(sent);
  };
}
