import { expect, test } from 'vitest';
import { de } from '../texts/de/index.ts';
import { en } from '../texts/en/index.ts';
import { ApiError } from './client.ts';
import { errorText } from './error-text.ts';

test('an unknown auth library error shows no English in German', () => {
  const refused = new ApiError(400, 'Failed to update passkey', 'FAILED_TO_UPDATE_PASSKEY');
  expect(errorText(de, refused)).toBe(de.errors.unexpected);
  expect(errorText(en, refused)).toBe('Failed to update passkey');
});

test('uses the page’s label for a rejected field, also for nested ones', () => {
  const required = { code: 'required', params: {} } as const;
  const refused = new ApiError(400, 'bodyDesign.blocks[2].text: required; name: required', null, undefined, [
    { field: 'bodyDesign.blocks[2].text', ...required },
    { field: 'name', ...required },
  ]);
  expect(errorText(de, refused)).toBe('Inhalt (blocks[2].text): Pflichtfeld; Name: Pflichtfeld');
  const fromProxy = new ApiError(400, 'headers[0].name: required');
  expect(errorText(de, fromProxy)).toBe('Header ([0].name): Pflichtfeld');
});

test('shows unknown messages of a newer server unchanged', () => {
  const told = [{ code: 'told_tomorrow' as 'required', params: {} }];
  expect(errorText(de, new ApiError(409, 'something new', null, undefined, told))).toBe('Something new');
});
