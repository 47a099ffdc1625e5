import { describe, expect, test } from 'vitest';
import { createOriginCheck } from './origin.ts';

const passes = (baseUrl: string, headers: { host?: string; origin?: string }) => {
  try {
    createOriginCheck(baseUrl)(headers);
    return true;
  } catch {
    return false;
  }
};

const PUBLIC = 'https://outstep.example';
const LOCAL = 'http://localhost:3000';

describe('Host', () => {
  test.each([
    'outstep.example',
    'OUTSTEP.example:443',
    'localhost:3000',
    '127.0.0.1',
    '[::1]:3000',
    '10.0.0.7:3000',
  ])('accepts %s', (host) => expect(passes(PUBLIC, { host })).toBe(true));

  test.each([
    'rebound.attacker.example',
    'outstep.example.attacker.example',
    '',
    'localhost.attacker.example:80',
  ])('rejects "%s"', (host) => expect(passes(PUBLIC, { host })).toBe(false));

  test('rejects a missing origin', () => expect(passes(PUBLIC, {})).toBe(false));
});

describe('Origin', () => {
  const from = (baseUrl: string, origin: string) => passes(baseUrl, { host: 'localhost', origin });

  test('accepts our own pages', () => expect(from(PUBLIC, PUBLIC)).toBe(true));

  test.each([
    'null',
    '',
    'https://attacker.example',
    'http://outstep.example',
    'https://outstep.example:8443',
    'https://outstep.example.attacker.example',
    'http://localhost:3000',
  ])('rejects pages of "%s"', (origin) => expect(from(PUBLIC, origin)).toBe(false));

  test('accepts any local page on a developer’s own machine', () => {
    expect(from(LOCAL, 'http://localhost:5173')).toBe(true);
    expect(from(LOCAL, 'http://127.0.0.1:6274')).toBe(true);
    expect(from(LOCAL, 'https://attacker.example')).toBe(false);
    expect(from(LOCAL, 'null')).toBe(false);
    expect(from(LOCAL, 'chrome-extension://localhost')).toBe(false);
  });
});
