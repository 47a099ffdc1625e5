import { describe, expect, test } from 'vitest';
import { inUseBy } from './in-use.ts';
import { textOf } from './messages/message.ts';

const user = (type: 'layout' | 'preset' | 'settings', name: string) => ({ type, id: name, name });

describe('names the users of a file', () => {
  test.each([
    [[user('layout', 'Order')], 'in use by layout "Order"'],
    [
      [user('layout', 'Order confirmation'), user('preset', 'Main footer')],
      'in use by layout "Order confirmation" and preset "Main footer"',
    ],
    [
      [user('layout', 'A'), user('layout', 'B'), user('preset', 'C')],
      'in use by layout "A", layout "B" and preset "C"',
    ],
    [[user('settings', 'logo'), user('settings', 'logo.de')], "in use by the store's settings"],
    [
      ['A', 'B', 'C', 'D', 'E', 'F', 'G'].map((name) => user('layout', name)),
      'in use by layout "A", layout "B", layout "C", layout "D", layout "E" and 2 more',
    ],
  ])('%#', (users, sentence) => expect(textOf(inUseBy(users))).toBe(sentence));

  test('without parts of a name that must not be shown (contract: Every answer 8)', () => {
    expect(textOf(inUseBy([user('layout', 'a\u202e\nb')]))).toBe('in use by layout "ab"');
    expect(textOf(inUseBy([user('layout', 'x'.repeat(200))])).length).toBeLessThan(130);
  });
});
