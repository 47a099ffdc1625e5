import { describe, expect, it } from 'vitest';
import { plainMessage } from '../../../test/harness/plain-message.ts';
import { LiquidUsesCache } from './liquid-uses.ts';

const field = (text: string) => ({ path: ['body'], text });

const answer = { secrets: ['A'], variables: ['variables.a'], plain: null };

/** Room for about four short texts per account, and ten in total. */
const few = { text: 50, account: 1200, all: 3000 };

function keep(known: LiquidUsesCache, account: string, ...texts: string[]) {
  for (const text of texts) known.keep(account, new Map([[field(text), answer]]));
}

const knows = (known: LiquidUsesCache, account: string, text: string) =>
  known.find(account, [field(text)]) !== null;

describe('cached uses of texts', () => {
  it('is scoped to an account', () => {
    const known = new LiquidUsesCache(() => null, few);
    keep(known, 'a', 'x');
    expect(knows(known, 'a', 'x')).toBe(true);
    expect(knows(known, 'b', 'x')).toBe(false);
    expect(known.find('a', [field('x'), field('y')])).toBeNull();
  });

  it('is evicted by the same account only, least recently used first', () => {
    const known = new LiquidUsesCache(() => null, few);
    keep(known, 'quiet', 'mine');
    keep(known, 'busy', 'first', 'second');
    for (let i = 0; i < 100; i++) {
      expect(knows(known, 'busy', 'first')).toBe(true);
      keep(known, 'busy', `text ${i}`);
    }
    expect(knows(known, 'busy', 'second')).toBe(false);
    expect(knows(known, 'quiet', 'mine')).toBe(true);
    expect(known.size).toBeLessThanOrEqual(2 * few.account);
  });

  it('is dropped with its whole account, least recently active first', () => {
    const known = new LiquidUsesCache(() => null, few);
    keep(known, 'idle', 'x');
    keep(known, 'active', 'x');
    for (let i = 0; i < 100; i++) {
      expect(knows(known, 'active', 'x')).toBe(true);
      keep(known, `crowd ${i}`, 'x', 'y');
      expect(known.size).toBeLessThanOrEqual(few.all);
    }
    expect(knows(known, 'idle', 'x')).toBe(false);
  });

  it('counts a text stored twice once and ignores long texts', () => {
    const known = new LiquidUsesCache(() => null, few);
    keep(known, 'a', 'x');
    const { size } = known;
    keep(known, 'a', 'x', 'long'.repeat(20));
    expect(known.size).toBe(size);
    expect(knows(known, 'a', 'long'.repeat(20))).toBe(false);
  });

  it('keeps a renderer only for plain text that it accepts', () => {
    const known = new LiquidUsesCache((text, pieces) =>
      pieces.join('') === text ? () => ({ reason: plainMessage(text) }) : null,
    );
    known.keep('a', new Map([[field('ab'), { ...answer, plain: ['a', 'b'] }]]));
    known.keep('a', new Map([[field('cd'), { ...answer, plain: ['c'] }]]));
    known.keep('a', new Map([[field('ef'), { reason: plainMessage('Liquid: no') }]]));
    expect(known.plain('a', 'ab')?.('none', {} as never)).toEqual({ reason: plainMessage('ab') });
    for (const text of ['cd', 'ef', 'gh']) expect(known.plain('a', text)).toBeNull();
    expect(known.plain('b', 'ab')).toBeNull();
  });
});
