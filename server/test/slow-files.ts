/** A test file may take this much CPU in the check, with all processes that it starts. */
export const CPU_SECONDS = 30;

/** The pace (harness/durations.ts) of the machine that these seconds are of; a slower one takes more of them. */
export const PACE_MS = 3.5;

/** Files that take more, and why they must. */
export const slowFiles: Readonly<Record<string, string>> = {
  'server/test/e2e/app-pages.test.ts':
    'axe on every page of a store, and in both looks on what opens over it: 40 times half a second',
  'server/test/e2e/app-pages-bare.test.ts':
    'the same for pages that are empty, that fail, and of nobody signed in: 50 times',
  'server/test/e2e/app-layouts.test.ts':
    'the largest page of the app; its previews are drawn again after every change',
  'server/test/e2e/app-mailboxes.test.ts':
    'a product with two providers of its own, and their pages in the browser',
  'server/test/e2e/app-capture.test.ts':
    'axe over the inbox and every side of a captured mail, on both devices, and a first mail sent by a worker of its own',
  'server/test/e2e/app-sign-in.test.ts':
    'whole ways of people through 25 pages, from signing up to being signed out elsewhere, by keyboard',
  'server/test/e2e/app-developer.test.ts':
    'keys made, bound, rotated and used, platforms and a repository: eight ways through one page of many dialogs',
  'server/test/recovery/restore.test.ts':
    'a whole product is backed up, and comes back on a PostgreSQL of its own with another',
  'server/test/e2e/design/hostile.test.ts':
    'a hundred mails with hostile texts in every place, compiled and opened in frames',
  'server/test/e2e/app-http-requests.test.ts':
    'a request is made, run, refused, compared before it is saved, restored and deleted in a browser, each by a page of its own',
  'server/test/e2e/app-unsaved.test.ts':
    'sessions and tabs that end while something is written: each test opens the editor at least twice',
  'server/test/e2e/app-drafts.test.ts':
    'browsers, tabs, an API and sessions that end while something is written: each test opens the editor twice',
  'server/test/repository/versions.test.ts':
    'real git repositories behind a stand-in that is held to the description of the API, 21 commits and their restoring',
  'server/test/chaos/chaos.test.ts':
    'workers, an engine and a PostgreSQL of its own, each killed and started again while steps run',
  'server/test/hostile/neighbours.test.ts':
    'three hostile accounts do everything that makes others wait, for twenty seconds, on all cores',
  'server/test/hostile/turns.test.ts': 'megabytes are saved, run, read and written back in eleven ways',
  'server/test/e2e/app-weight.test.ts': 'pages are loaded with a processor slowed four times',
  'server/test/e2e/app-team.test.ts':
    'several people in browsers of their own, invited, made owners and sent away',
  'server/test/e2e/app-second-factor.test.ts':
    'whole ways through signing in with a second factor, by several people',
  'server/test/lifecycle/demo.test.ts':
    'a store with 27 mails sent and four thousand entries of history is made, and then once more',
  'server/test/e2e/app-editor.test.ts':
    'thirteen ways through the editor, each with a page of its own that starts the compiler in a Worker',
  'server/test/e2e/app-editor-text.test.ts':
    'fourteen ways through a text in the mail, each with a page of its own that starts the compiler in a Worker',
  'server/test/e2e/app-editor-languages.test.ts':
    'six such ways, each drawing the mail in two languages again and again',
  'server/test/e2e/app-editor-data.test.ts':
    'four such ways; steps are run first, and the mail is drawn with their data, with fifty entries and with none',
  'server/test/e2e/app-editor-checks.test.ts': 'three such ways; each change is drawn and checked again',
  'server/test/e2e/app-merge.test.ts':
    'two browsers and a tool client at one layout: each save is drawn again in both',
  'server/test/e2e/app-translate.test.ts':
    'four ways through all texts of a mail, each with a field of its own, in both themes',
  'server/test/e2e/app-presets-shared.test.ts':
    'a footer in two languages and a part in two layouts, each drawn and compared with what is sent',
  'server/test/e2e/app-editor-moves.test.ts': 'six such ways, with drags by the mouse and the clipboard',
  'server/test/e2e/app-editor-pictures.test.ts':
    'nine such ways; pictures are decoded, cropped, encoded and uploaded',
  'server/test/e2e/app-editor-narrow.test.ts':
    'four ways in windows that are small or enlarged four times, each with a page of its own',
  'server/test/e2e/app-editor-newsletter.test.ts': 'a mail is built by keys through a hundred fields',
  'server/test/e2e/app-editor-views.test.ts':
    'four such ways; the mail is drawn in two frames at once and the page loaded again',
  'server/test/e2e/app-editor-hostile.test.ts':
    'Workers that are kept busy on purpose, ended and started anew',
  'server/test/e2e/app-editor-endurance.test.ts':
    'a mail of a hundred blocks is typed in, random commands for seconds, and pages killed while somebody types',
  'server/test/e2e/app-editor-people.test.ts':
    'two people at one layout, each with a page that draws every change of both, until drafts and news were sent',
  'server/test/e2e/app-presets.test.ts':
    'presets made, changed and taken out of layouts, each change drawn again in the mail that uses it',
  'server/test/e2e/app-files.test.ts':
    'pictures and files of many kinds uploaded, drawn as tiles, refused and deleted, in several pages',
  'server/test/e2e/app-brand.test.ts':
    'the settings and a sample mail drawn again for each of many changes, in four looks',
  'server/test/app/proven-addresses.test.ts':
    'a product of its own, and 76 answers each for known and unknown addresses, to compare how long they take',
  'server/test/migrations/release-before.test.ts':
    'API and worker of the release before and of this one on one schema',
  'server/test/app/limits.test.ts':
    'some seventy passwords are guessed, and each costs what a guess has to cost',
  'server/test/app/notices.test.ts': 'a product of its own with system mail, and a worker that sends it',
  'server/test/engine/shared-work.test.ts': 'an engine, two workers and a balancer of its own under load',
  'server/test/layouts/bombs.test.ts': 'each bomb ends a render process, and the next one has to start',
};
