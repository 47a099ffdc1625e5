import { test } from 'vitest';
import { isFullSize } from './size.ts';

/**
 * A way through the app that is taken at night alone (`npm run check:nightly`), where the check takes a neighboring
 * one through the same code: on another device, in another theme, or in a rarer case. CONTRIBUTING.md says what stays
 * by day.
 */
export const nightlyOnly = (name: string, way: () => Promise<void>): void => {
  if (isFullSize) test(name, way);
};
