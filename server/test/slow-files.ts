/** CPU seconds that a test file may use in the check, including all processes that it starts. */
export const CPU_SECONDS = 30;

/** How many times longer the same file may take when other programs use the machine too. */
export const NOISE = 1.25;

/**
 * The pace (harness/durations.ts) of the machine on which these seconds were set; a slower one needs more of
 * them.
 */
export const PACE_MS = 3.5;

/**
 * Files that need more, and why; at most ten. Tests that can be shorter have a longer run in the nightly
 * check.
 */
export const slowFiles: Readonly<Record<string, string>> = {
  'server/test/e2e/app-pages.test.ts':
    'axe runs on every page of a store, and in both looks on what opens over a page: 40 times half a second',
  'server/test/e2e/app-pages-bare.test.ts':
    'the same for pages that are empty, that fail, and before signing in: 50 times',
  'server/test/e2e/app-layouts.test.ts':
    'each test opens the largest page of the app for a store of its own, and three of them prove rules of the contract',
  'server/test/e2e/app-presets-shared.test.ts':
    'a shared footer is edited in an email and on its own page, and each change is drawn in both',
  'server/test/e2e/app-editor.test.ts':
    'seven ways through the editor in one page, three of them with ready designs that are compared to the byte',
  'server/test/e2e/app-editor-text.test.ts':
    'six ways through a text in the email; each key is drawn again and compared with what is saved',
  'server/test/e2e/app-unsaved.test.ts':
    'each of its ways signs somebody out or kills a tab, so none can share a page with another',
  'server/test/hostile/neighbors.test.ts':
    'six seconds of the most expensive calls, against two processes that have a core each: that is what it is for',
  'server/test/repository/versions.test.ts':
    'a page of twenty commits and one more, each made by git and restored through a stand-in of the API of GitHub',
};
