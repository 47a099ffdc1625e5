import { type CSSVariablesResolver, createTheme, type MantineColorsTuple, rem } from '@mantine/core';
import { type ColorName, token, tokenVariables } from './tokens.ts';

const pine: MantineColorsTuple = [
  '#eef9f6',
  '#e1f2ed',
  '#b0e1d4',
  '#74cfb7',
  '#56bda2',
  '#33a68a',
  '#17806a',
  '#0e735f',
  '#0b5e4e',
  '#084a3e',
];

const iris: MantineColorsTuple = [
  '#f4f4fe',
  '#ecedfc',
  '#c9cbf5',
  '#a9acff',
  '#9397fa',
  '#7d82f5',
  '#5f64e0',
  '#4a4fd1',
  '#3d41b5',
  '#23254b',
];

/** The library takes borders, hover and pressed backgrounds from these two scales. */
const gray: MantineColorsTuple = [
  '#f5f6f6',
  '#f0f2f2',
  '#e6e9e9',
  '#e3e6e7',
  '#c9cfd1',
  '#8b9499',
  '#5f696e',
  '#4a5459',
  '#2b3236',
  '#161b1e',
];

const dark: MantineColorsTuple = [
  '#eceff0',
  '#b0b9be',
  '#929ca2',
  '#6d7880',
  '#252c31',
  '#1d2327',
  '#1b2024',
  '#14181b',
  '#0d1012',
  '#0a0c0e',
];

export const theme = createTheme({
  colors: { pine, iris, gray, dark },
  primaryColor: 'pine',
  primaryShade: { light: 7, dark: 6 },
  defaultRadius: 'md',
  radius: { xs: rem(3), sm: rem(4), md: rem(6), lg: rem(8), xl: rem(16) },
  spacing: { xs: rem(8), sm: rem(12), md: rem(16), lg: rem(22), xl: rem(32) },
  fontSizes: { xs: rem(12), sm: rem(13.5), md: rem(15), lg: rem(17), xl: rem(20) },
  shadows: {
    xs: token('shadow-1'),
    sm: token('shadow-1'),
    md: token('shadow-3'),
    lg: token('shadow-3'),
    xl: token('shadow-3'),
  },
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontFamily: '"Inter Variable", system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace',
  headings: {
    fontWeight: '640',
    sizes: {
      h1: { fontSize: rem(22), lineHeight: '1.28' },
      h2: { fontSize: rem(15), lineHeight: '1.45', fontWeight: '620' },
      h3: { fontSize: rem(13.5), lineHeight: '1.4', fontWeight: '600' },
    },
  },
  // By name: importing them here would put all of them into the first load.
  components: {
    Anchor: { defaultProps: { underline: 'always' } },
    Badge: { defaultProps: { variant: 'light', tt: 'none', fw: 540, radius: 'xl' } },
    Button: { defaultProps: { size: 'sm', fw: 550 } },
    Card: { defaultProps: { radius: 'lg' } },
    // Its placeholder isn't a menu item and confuses assistive technology.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false, radius: 'lg' } },
    Modal: {
      defaultProps: {
        centered: true,
        overlayProps: { backgroundOpacity: 0.45 },
        padding: 'lg',
        radius: 'lg',
      },
      styles: { title: { fontWeight: 620, fontSize: rem(15), lineHeight: 1.45 } },
    },
    Paper: { defaultProps: { radius: 'lg' } },
    SegmentedControl: { defaultProps: { withItemsBorders: false } },
    Table: { defaultProps: { verticalSpacing: 'sm', horizontalSpacing: 'sm' } },
    Tooltip: { defaultProps: { openDelay: 300 } },
  },
});

/** The library's names for a status; each uses the color of that meaning in every variant. */
const statuses = [
  ['red', 'bad'],
  ['yellow', 'warn'],
  ['green', 'ok'],
  ['blue', 'info'],
  ['iris', 'iris'],
] as const satisfies readonly (readonly [string, ColorName])[];

const statusVariables = Object.fromEntries(
  statuses.flatMap(([name, meaning]) => [
    [`--mantine-color-${name}-light`, token(`${meaning}-soft`)],
    [`--mantine-color-${name}-light-hover`, token(`${meaning}-soft`)],
    [`--mantine-color-${name}-light-color`, token(`${meaning}-text`)],
    [`--mantine-color-${name}-text`, token(`${meaning}-text`)],
    [`--mantine-color-${name}-outline`, token(meaning)],
  ]),
);

const libraryVariables = {
  ...statusVariables,
  '--mantine-color-text': token('text'),
  '--mantine-color-body': token('surface'),
  '--mantine-color-dimmed': token('text-2'),
  '--mantine-color-placeholder': token('text-3'),
  '--mantine-color-anchor': token('pine-text'),
  '--mantine-color-error': token('bad-text'),
  '--mantine-color-default': token('surface'),
  '--mantine-color-default-hover': token('hover'),
  '--mantine-color-default-color': token('text'),
  '--mantine-color-default-border': token('button-line'),
  '--mantine-color-pine-light': token('pine-soft'),
  '--mantine-color-pine-light-color': token('pine-text'),
  '--mantine-color-pine-text': token('pine-text'),
  '--mantine-color-gray-light': token('chip'),
  '--mantine-color-gray-light-hover': token('press'),
  '--mantine-color-gray-light-color': token('text-2'),
  '--mantine-color-gray-text': token('text-2'),
};

export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: { ...tokenVariables('light'), ...libraryVariables },
  dark: { ...tokenVariables('dark'), ...libraryVariables },
});
