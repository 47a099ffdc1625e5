import { expect, test } from 'vitest';
import { contrastOfLabel, contrastOfText, contrastsOf, MIN_TEXT_CONTRAST } from './contrasts.rules.ts';

const usual = {
  ...{ background: '#f3f4f6', contentBackground: '#ffffff', textColor: '#1f2933', linkColor: '#1a5fb4' },
  ...{ buttonFill: null, buttonColor: null },
};

test('the default colors are readable everywhere, light and dark', () => {
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

test('checks a label against its button, even if dark mode replaces the button color', () => {
  const { light, dark } = contrastsOf({ ...usual, buttonFill: '#1b1d20', buttonColor: '#333333' });
  expect(light.label).toBeLessThan(2);
  expect(dark.label).toBeGreaterThan(MIN_TEXT_CONTRAST);
  const kept = contrastsOf({ ...usual, buttonFill: '#ffff00', buttonColor: '#ffffff' });
  expect(kept.dark.label).toBeCloseTo(kept.light.label);
  expect(kept.light.label).toBeLessThan(MIN_TEXT_CONTRAST);
});

test('checks text with its own color against its background, which dark mode adjusts only for the email itself', () => {
  const pale = '#cccccc';
  const inMail = contrastOfText(usual, { own: null, isAround: false }, pale);
  expect(inMail.light).toBeLessThan(2);
  expect(inMail.dark).toBeGreaterThan(MIN_TEXT_CONTRAST);
  const onWhite = contrastOfText(usual, { own: '#ffffff', isAround: false }, pale);
  expect(onWhite.dark).toBe(onWhite.light);
  expect(onWhite.light).toBeLessThan(2);
  // Without its own color, it gets one that is readable there.
  for (const own of ['#ffffff', '#101010', '#8a3b00'])
    expect(contrastOfText(usual, { own, isAround: false }, null).light).toBeGreaterThanOrEqual(
      MIN_TEXT_CONTRAST,
    );
});

test('uses another background around the email', () => {
  const colors = { ...usual, background: '#333333' };
  expect(contrastOfText(colors, { own: null, isAround: true }, null).light).toBe(
    contrastsOf(colors).light.page,
  );
});

test('checks a button by its own colors, and uses the default label color only with the default fill', () => {
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
