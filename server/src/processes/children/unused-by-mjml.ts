/** Packages that MJML loads, but never calls where it compiles from a tree. */
export const unusedByMjml: ReadonlySet<string> = new Set([
  ...['juice', 'cheerio', 'htmlnano', 'cssnano-preset-lite', 'js-beautify', 'mjml-parser-xml'],
  // Looks for a configuration file in the working directory, unless it believes that it runs in a browser.
  'detect-node',
]);
