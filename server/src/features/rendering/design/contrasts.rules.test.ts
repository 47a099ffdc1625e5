import { expect, test } from 'vitest';
import { contrastsOf, ENOUGH } from './contrasts.rules.ts';

const usual = {
  ...{ background: '#f3f4f6', contentBackground: '#ffffff', textColor: '#1f2933', linkColor: '#1a5fb4' },
  ...{ buttonFill: null, buttonColor: null },
};

test('the usual colours can be read everywhere, light and dark', () => {
  const { light, dark } = contrastsOf(usual);
  for (const ratio of [...Object.values(light), ...Object.values(dark)])
    expect(ratio).toBeGreaterThanOrEqual(ENOUGH);
});

test('pale text is told of where it is pale; dark mode makes its own of it', () => {
  const { light, dark } = contrastsOf({ ...usual, textColor: '#cccccc', background: '#101010' });
  expect(light.text).toBeLessThan(2);
  expect(light.page).toBeGreaterThan(10);
  expect(dark.text).toBeGreaterThan(ENOUGH);
});

test('a label is judged on its button, also on one that dark mode replaces', () => {
  const { light, dark } = contrastsOf({ ...usual, buttonFill: '#1b1d20', buttonColor: '#333333' });
  expect(light.label).toBeLessThan(2);
  expect(dark.label).toBeGreaterThan(ENOUGH);
  const kept = contrastsOf({ ...usual, buttonFill: '#ffff00', buttonColor: '#ffffff' });
  expect(kept.dark.label).toBeCloseTo(kept.light.label);
  expect(kept.light.label).toBeLessThan(ENOUGH);
});
