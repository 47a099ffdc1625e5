/** A test file may take this much CPU in the check, with all processes that it starts. */
export const CPU_SECONDS = 30;

/** Files that take more, and why they must. */
export const slowFiles: Readonly<Record<string, string>> = {
  'server/test/e2e/app-pages.test.ts':
    'the one place that looks at every page of a store with axe, in both schemes',
  'server/test/e2e/app-pages-bare.test.ts':
    'the same for pages that are empty, that fail, and of nobody signed in',
  'server/test/e2e/app-layouts.test.ts':
    'the largest page of the app; its previews are drawn again after every change',
  'server/test/e2e/app-developer.test.ts':
    'three parts of one page, each with its dialogs, by keyboard alone',
  'server/test/e2e/app-mailboxes.test.ts':
    'a product with two providers of its own, and their pages in the browser',
  'server/test/e2e/design/hostile.test.ts':
    'every hostile text in every place of a mail, compiled and opened',
  'server/test/repository/versions.test.ts':
    'real git repositories behind a stand-in that is held to the description of the API, 21 commits and their restoring',
  'server/test/layouts/bombs.test.ts': 'each bomb ends a render process, and the next one has to start',
};
