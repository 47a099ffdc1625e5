import { expect, test } from 'vitest';
import { lazy, lazyPort } from './lazy.ts';

class Counter {
  #count = 0;
  readonly step = 2;

  add(): number {
    this.#count += this.step;
    return this.#count;
  }
}

test('creates the adapter of a lazy port once, on first use', () => {
  const adapter = lazy(() => new Counter());
  const port = lazyPort(adapter.get);
  const { add } = { ...{ port } }.port;
  expect(adapter.made).toBeInstanceOf(Counter);
  expect([add(), port.add(), port.step]).toEqual([2, 4, 2]);
  expect(adapter.get().add()).toBe(6);
});

test('passing a lazy port around creates no adapter; a failing one throws where it is used', () => {
  const adapter = lazy((): Counter => {
    throw new Error('not here');
  });
  const ctx = { ...{ port: lazyPort(adapter.get) } };
  expect(adapter.made).toBeUndefined();
  expect(() => ctx.port.add()).toThrow('not here');
});
