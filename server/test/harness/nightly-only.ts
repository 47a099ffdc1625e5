import { test } from 'vitest';
import { isFullSize } from './size.ts';

/**
 * A test that runs only in the nightly check (`npm run check:nightly`), because the regular check covers the
 * same code with a similar one: on another device, in another theme, or in a more common case.
 * CONTRIBUTING.md describes what remains in the check.
 */
export const nightlyOnly = (name: string, way: () => Promise<void>): void => {
  if (isFullSize) test(name, way);
};
