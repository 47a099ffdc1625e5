import { afterAll, beforeAll, expect, test } from 'vitest';
import { bind, statement } from '../src/kernel/ports.ts';
import { type Outstep, startOutstep } from './harness/outstep.ts';

let outstep: Outstep;

beforeAll(async () => {
  outstep = await startOutstep({ processes: 0 });
});
afterAll(() => outstep?.close());

const echo = statement<{ texts: string[] }>('test_echo_texts', 'select $1::text[] as texts');

test.each([[[]], [['a', 'b']], [['', 'null', 'a,b', '{}', '"', '\\', '\\"', "'", ' é💌\n']]])(
  'a list reaches the database as it is, in one trip and in a transaction: %j',
  async (texts) => {
    const db = outstep.core.database.forStore(await outstep.newStore());
    expect(await db.rows(bind(echo, texts))).toEqual([{ texts }]);
    expect(await db.transaction((tx) => tx.rows(bind(echo, texts)))).toEqual([{ texts }]);
  },
);
