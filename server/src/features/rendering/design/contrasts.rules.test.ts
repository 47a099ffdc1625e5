import { expect, test } from 'vitest';
import { contrastOfLabel, contrastOfText, contrastsOf, MIN_TEXT_CONTRAST } from './contrasts.rules.ts';

const usual = {
  ...{ background: '#f3f4f6', contentBackground: '#ffffff', textColor: '#1f2933', linkColor: '#1a5fb4' },
  ...{ buttonFill: null, buttonColor: null },
};

test('the usual colors can be read everywhere, light and dark', () => {
  const { light, dark } = contrastsOf(usual);
  for (const ratio of [...Object.values(light), ...Object.values(dark)])
    expect(ratio).toBeGreaterThanOrEqual(MIN_TEXT_CONTRAST);
});

test('reports low contrast in the theme it occurs in; dark mode adjusts colors', () => {
  const { light, dark } = contrastsOf({ ...usual, textColor: '#cccccc', background: '#101010' });
  expect(light.text).toBeLessThan(2);
  expect(light.page).toBeGreaterThan(10);
  expect(dark.text).toBeGreaterThan(MIN_TEXT_CONTRAST);
});

test('a label is judged on its button, also on one that dark mode replaces', () => {
  const { light, dark } = contrastsOf({ ...usual, buttonFill: '#1b1d20', buttonColor: '#333333' });
  expect(light.label).toBeLessThan(2);
  expect(dark.label).toBeGreaterThan(MIN_TEXT_CONTRAST);
  const kept = contrastsOf({ ...usual, buttonFill: '#ffff00', buttonColor: '#ffffff' });
  expect(kept.dark.label).toBeCloseTo(kept.light.label);
  expect(kept.light.label).toBeLessThan(MIN_TEXT_CONTRAST);
});

test('a text with a color of its own is judged where it stands; dark mode makes it readable in the email alone', () => {
  const pale = '#cccccc';
  const inMail = contrastOfText(usual, { own: null, isAround: false }, pale);
  expect(inMail.light).toBeLessThan(2);
  expect(inMail.dark).toBeGreaterThan(MIN_TEXT_CONTRAST);
  const onWhite = contrastOfText(usual, { own: '#ffffff', isAround: false }, pale);
  expect(onWhite.dark).toBe(onWhite.light);
  expect(onWhite.light).toBeLessThan(2);
  // Without a color of its own it gets one that can be read there.
  for (const own of ['#ffffff', '#101010', '#8a3b00'])
    expect(contrastOfText(usual, { own, isAround: false }, null).light).toBeGreaterThanOrEqual(
      MIN_TEXT_CONTRAST,
    );
});

test('around the email another ground counts', () => {
  const colors = { ...usual, background: '#333333' };
  expect(contrastOfText(colors, { own: null, isAround: true }, null).light).toBe(
    contrastsOf(colors).light.page,
  );
});

test('a button is judged by its own colors, and a label of the email only on a fill of the email', () => {
  const ground = { own: null, isAround: false };
  const colors = { ...usual, buttonFill: '#ffffff', buttonColor: '#ffffff' };
  expect(contrastOfLabel(colors, ground, { fill: null, color: null }).light).toBe(1);
  expect(contrastOfLabel(colors, ground, { fill: '#ffff00', color: null }).light).toBeGreaterThan(
    MIN_TEXT_CONTRAST,
  );
  const yellow = contrastOfLabel(colors, ground, { fill: '#ffff00', color: '#ffffff' });
  expect(yellow.light).toBeLessThan(MIN_TEXT_CONTRAST);
  expect(yellow.dark).toBe(yellow.light);
});
