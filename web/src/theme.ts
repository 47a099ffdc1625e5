import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';

const pine: MantineColorsTuple = [
  '#eef9f6',
  '#d8f0e9',
  '#b0e1d4',
  '#83d0bb',
  '#56bda2',
  '#33a68a',
  '#17806a',
  '#0e735f',
  '#0b5e4e',
  '#084a3e',
];

/** Cooler than the library's grays. */
const dark: MantineColorsTuple = [
  '#dde2e8',
  '#bcc4ce',
  '#98a2af',
  '#76818f',
  '#414b57',
  '#303842',
  '#232a32',
  '#171c22',
  '#11151a',
  '#0c0f13',
];

export const theme = createTheme({
  colors: { pine, dark },
  primaryColor: 'pine',
  primaryShade: { light: 7, dark: 6 },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace',
  headings: {
    fontWeight: '650',
    sizes: {
      h1: { fontSize: '1.5rem', lineHeight: '1.3' },
      h2: { fontSize: '1.0625rem', lineHeight: '1.4' },
    },
  },
  // By name: importing them here would put all of them into the first load.
  components: {
    Anchor: { defaultProps: { underline: 'always' } },
    Badge: { defaultProps: { variant: 'light', tt: 'none', fw: 600, radius: 'sm' } },
    Button: { defaultProps: { size: 'sm' } },
    // Its placeholder isn't a menu item and confuses assistive technology.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
    Modal: {
      defaultProps: { centered: true, overlayProps: { backgroundOpacity: 0.45 }, padding: 'lg' },
      styles: { title: { fontWeight: 650, fontSize: '1.0625rem', lineHeight: 1.35 } },
    },
    SegmentedControl: { defaultProps: { withItemsBorders: false } },
    Table: { defaultProps: { verticalSpacing: 'sm', horizontalSpacing: 'md' } },
  },
});

/**
 * The library's muted colors are too faint to read; these have a contrast of 4.5:1 on every background used.
 */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-text': '#1b2229',
    '--mantine-color-dimmed': '#59636f',
    '--mantine-color-placeholder': '#6a737e',
    '--mantine-color-error': '#c02626',
    '--mantine-color-yellow-light': '#fff3d1',
    '--mantine-color-yellow-light-color': '#7a4b00',
    '--outstep-ground': '#f6f7f8',
    '--outstep-line': '#e2e5e9',
    '--outstep-current': '#dcefe9',
    '--outstep-on-current': '#0b5e4e',
    '--outstep-theirs': '#b45309',
  },
  dark: {
    '--mantine-color-dimmed': '#9ea8b5',
    '--mantine-color-placeholder': '#8f99a6',
    '--mantine-color-error': '#ff8a8a',
    '--outstep-ground': '#11151a',
    '--outstep-line': '#2a323b',
    '--outstep-current': '#17302b',
    '--outstep-on-current': '#83d0bb',
    '--outstep-theirs': '#f0a63c',
    '--mantine-color-default-border': '#303842',
    '--mantine-color-pine-light': '#17302b',
    '--mantine-color-pine-light-color': '#83d0bb',
    '--mantine-color-gray-light': '#2b333d',
    '--mantine-color-gray-light-color': '#c5ccd5',
    '--mantine-color-yellow-light': '#332a14',
    '--mantine-color-yellow-light-color': '#f4cd75',
    '--mantine-color-red-light': '#3a2023',
    '--mantine-color-red-light-color': '#ffb0b0',
  },
});
