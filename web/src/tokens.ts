/** A color in the light and in the dark scheme. */
type Pair = readonly [light: string, dark: string];

/**
 * The colors of the app by meaning. Text colors have a contrast of at least 4.5:1 on every background they
 * are used on; the border of a field has 3:1.
 *
 * - `pine` marks the one primary action of a screen, links within sentences and the current page.
 * - `iris` marks what is selected or dynamic: the focus, variables, shared sections, drafts.
 * - `ok`, `warn`, `bad` and `info` are statuses, always next to a shape or a word.
 * - `-text` is for text on the page or on the `-soft` background of the same name.
 */
export const colors = {
  ground: ['#f5f6f6', '#0d1012'],
  surface: ['#ffffff', '#14181b'],
  raised: ['#ffffff', '#1b2024'],
  sunken: ['#eef0f0', '#0a0c0e'],
  segment: ['#ffffff', '#2b3339'],
  chip: ['#eceeef', '#262d32'],
  hover: ['#f0f2f2', '#1d2327'],
  press: ['#e6e9e9', '#262d32'],
  line: ['#e3e6e7', '#252c31'],
  'button-line': ['#c9cfd1', '#39434a'],
  'field-line': ['#8b9499', '#6d7880'],
  canvas: ['#e9ebec', '#090b0c'],
  text: ['#161b1e', '#eceff0'],
  'text-2': ['#4a5459', '#b0b9be'],
  'text-3': ['#5f696e', '#929ca2'],
  pine: ['#0e735f', '#17806a'],
  'pine-hover': ['#0b5e4e', '#136e5b'],
  'pine-text': ['#0b6352', '#74cfb7'],
  'pine-soft': ['#e1f2ed', '#13302a'],
  iris: ['#4a4fd1', '#7d82f5'],
  /** On the canvas, in both schemes, because the email keeps its own colors. */
  selection: ['#4a4fd1', '#4a4fd1'],
  'iris-text': ['#3d41b5', '#a9acff'],
  'iris-soft': ['#ecedfc', '#23254b'],
  ok: ['#1c8a4e', '#37b26c'],
  'ok-text': ['#156b3c', '#6fd69a'],
  'ok-soft': ['#e3f5ea', '#11301f'],
  warn: ['#c27803', '#e2a336'],
  'warn-text': ['#7d4a00', '#f2c26b'],
  'warn-soft': ['#fdf2dd', '#2f2510'],
  bad: ['#d13a3f', '#ee5a5f'],
  'bad-text': ['#a61e24', '#ff9ea1'],
  'bad-soft': ['#fdecec', '#381a1d'],
  info: ['#2f7fd1', '#5a9fe6'],
  'info-text': ['#115293', '#8cc1f7'],
  'info-soft': ['#e6f1fc', '#12283d'],
  /** Somebody else's selection in the editor. */
  theirs: ['#b45309', '#f0a63c'],
} satisfies Record<string, Pair>;

export type ColorName = keyof typeof colors;

/** Shadows of buttons and cards, of what is dragged, and of what floats above the page. */
const shadows = {
  'shadow-1': ['0 1px 2px rgb(16 24 28 / 0.06)', '0 1px 2px rgb(0 0 0 / 0.4)'],
  'shadow-2': [
    '0 4px 14px rgb(16 24 28 / 0.09), 0 1px 3px rgb(16 24 28 / 0.06)',
    '0 4px 14px rgb(0 0 0 / 0.45)',
  ],
  'shadow-3': [
    '0 16px 40px rgb(16 24 28 / 0.16), 0 3px 10px rgb(16 24 28 / 0.08)',
    '0 18px 44px rgb(0 0 0 / 0.6)',
  ],
} satisfies Record<string, Pair>;

type Scheme = 'light' | 'dark';

/** Every token as a CSS variable of the given scheme: `--outstep-line: #e3e6e7`. */
export const tokenVariables = (scheme: Scheme): Record<string, string> =>
  Object.fromEntries(
    Object.entries({ ...colors, ...shadows }).map(([name, [light, dark]]) => [
      `--outstep-${name}`,
      scheme === 'light' ? light : dark,
    ]),
  );

export const token = (name: ColorName | keyof typeof shadows) => `var(--outstep-${name})`;
