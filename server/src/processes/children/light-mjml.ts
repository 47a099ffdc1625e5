import { registerHooks } from 'node:module';

/*
 * MJML loads a minifier, a beautifier, an inliner and two parsers that compiling from a tree never calls: a second and
 * 25 MB for each render process. It also looks for a configuration file in the working directory, unless it believes
 * that it runs in a browser. Import this before anything that imports MJML.
 */
const unused = new Set([
  ...['juice', 'cheerio', 'htmlnano', 'cssnano-preset-lite', 'js-beautify', 'mjml-parser-xml'],
  'detect-node',
]);
const NOTHING = 'outstep:nothing';

registerHooks({
  resolve: (specifier, context, next) =>
    unused.has(specifier)
      ? { url: NOTHING, format: 'commonjs', shortCircuit: true }
      : next(specifier, context),
  load: (url, context, next) =>
    url === NOTHING
      ? { format: 'commonjs', source: 'module.exports = false', shortCircuit: true }
      : next(url, context),
});
