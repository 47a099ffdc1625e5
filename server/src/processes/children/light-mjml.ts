import { registerHooks } from 'node:module';
import { unusedByMjml } from './unused-by-mjml.ts';

/*
 * A minifier, a beautifier, an inliner and two parsers would take a second and 25 MB in each render process. Import
 * this before anything that imports MJML.
 */
const NOTHING = 'outstep:nothing';

registerHooks({
  resolve: (specifier, context, next) =>
    unusedByMjml.has(specifier)
      ? { url: NOTHING, format: 'commonjs', shortCircuit: true }
      : next(specifier, context),
  load: (url, context, next) =>
    url === NOTHING
      ? { format: 'commonjs', source: 'module.exports = false', shortCircuit: true }
      : next(url, context),
});
