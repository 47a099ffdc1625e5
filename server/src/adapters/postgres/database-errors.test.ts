import pg from 'pg';
import { expect, test } from 'vitest';
import { databaseOperationError } from './database-errors.ts';

const databaseError = (code: string) =>
  Object.assign(new pg.DatabaseError('relation "store_keys": No space left on device', 0, 'error'), { code });
const socketError = (code: string) => Object.assign(new Error(`connect ${code}`), { code });

const codeOf = (error: unknown) => {
  const refusal = databaseOperationError(error);
  if (refusal) expect(refusal).toMatchObject({ kind: 'unavailable' });
  if (refusal) expect(refusal.detail.retryAfterSeconds).toBeGreaterThan(0);
  return refusal?.code ?? null;
};

test('503 with Retry-After for temporary failures of the database (contract: Every answer 11)', () => {
  const saving = ['53100', '58030', '53400', '25006'];
  const memory = ['53200', '53000'];
  const away = ['08000', '08003', '08006', '57P01', '57P02', '57P03', '57P05', '53300'];
  const sockets = [
    'ECONNREFUSED',
    'ECONNRESET',
    'EPIPE',
    'ETIMEDOUT',
    'ENOTFOUND',
    'EHOSTUNREACH',
    'EAI_AGAIN',
  ];
  const outcomes = (codes: string[], error: (code: string) => Error) => [
    ...new Set(codes.map((code) => codeOf(error(code)))),
  ];
  expect(outcomes(saving, databaseError)).toEqual(['database_not_saving']);
  expect(outcomes(memory, databaseError)).toEqual(['database_overloaded']);
  expect(outcomes(away, databaseError)).toEqual(['database_unreachable']);
  expect(outcomes(sockets, socketError)).toEqual(['database_unreachable']);
  expect(codeOf(databaseError('57014'))).toBe('database_too_slow');
  expect(codeOf(new Error('Query read timeout'))).toBe('database_unreachable');
});

test('500 for an internal error, which is logged', () => {
  for (const code of ['42P01', '42501', '23505', '22P02', 'XX000', 'XX001'])
    expect(codeOf(databaseError(code))).toBeNull();
  expect(codeOf(new TypeError('x is undefined'))).toBeNull();
  expect(codeOf('no error')).toBeNull();
});
