import { expect, test } from 'vitest';
import { queueIdOf } from './mail-answers.ts';

test.each([
  ['250 2.0.0 Ok: queued as 4Zl5Yc2JhQz3kq', '4Zl5Yc2JhQz3kq'],
  ['250 OK id=1vKQ2x-000000Aa1bC-2dEf', '1vKQ2x-000000Aa1bC-2dEf'],
  ['250 2.0.0 5AGBxQ2r012345 Message accepted for delivery', '5AGBxQ2r012345'],
  ['250 2.0.0 OK  1763290000 5b1f17b1804b1-477a9.5 - gsmtp', '5b1f17b1804b1-477a9.5'],
  [
    '250 2.6.0 <a@b.example> [InternalId=51234567890123, Hostname=X.prod.outlook.com] Queued mail for delivery',
    '51234567890123',
  ],
  ['250 Ok 0102018f3c2d1e0f-1a2b3c4d-5e6f-000000', '0102018f3c2d1e0f-1a2b3c4d-5e6f-000000'],
  ['250 ok 1763290000 qp 12345', '12345'],
])('%j has the ID %s', (answer, id) => expect(queueIdOf(answer)).toBe(id));

test.each(['250 Ok', '250 2.0.0 Great success', '550 5.1.1 no such user', ''])('%j has no ID', (answer) =>
  expect(queueIdOf(answer)).toBeNull(),
);
