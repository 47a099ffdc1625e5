/**
 * Who may import whom (docs/ARCHITECTURE.md). Everything not allowed is an error.
 * The swc parser is what sees type imports of TypeScript 7 sources; scripts/check-imports.ts proves that it does.
 */
const src = '^server/src';
const feature = `${src}/features/([^/]+)/`;
const pure = '\\.(schema|rules|view)\\.ts$';

module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: { path: src }, to: { circular: true } },
    {
      name: 'unresolvable',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'kernel-knows-zod-alone',
      severity: 'error',
      from: { path: `${src}/kernel/`, pathNot: '\\.test\\.ts$' },
      to: { pathNot: [`${src}/kernel/`, '^node_modules/zod/'] },
    },
    {
      name: 'pure-files-touch-nothing-outside',
      comment: 'rules, views and schemas know no clock, no randomness, no network and no Node built-ins',
      severity: 'error',
      from: { path: `${src}/features/.*${pure}` },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'schema-knows-schemas',
      severity: 'error',
      from: { path: `${src}/features/.*\\.schema\\.ts$` },
      to: { path: src, pathNot: [`${src}/kernel/`, '\\.schema\\.ts$'] },
    },
    {
      name: 'rules-know-rules-and-schemas',
      severity: 'error',
      from: { path: `${src}/features/.*\\.(rules|view)\\.ts$` },
      to: { path: src, pathNot: [`${src}/kernel/`, pure] },
    },
    {
      name: 'store-knows-schemas-and-stores',
      severity: 'error',
      from: { path: `${src}/features/.*\\.store\\.ts$` },
      to: { path: src, pathNot: [`${src}/kernel/`, '\\.(schema|store)\\.ts$'] },
    },
    {
      name: 'feature-through-the-front-door',
      comment: "another feature is used through its index; its schemas and rules are everybody's",
      severity: 'error',
      from: { path: feature, pathNot: `${pure}|\\.store\\.ts$` },
      to: { path: `${src}/features/`, pathNot: [`${src}/features/$1/`, '/index\\.ts$', pure] },
    },
    {
      name: 'features-know-no-surface-and-no-adapter',
      severity: 'error',
      from: { path: `${src}/features/` },
      to: { path: `${src}/(surfaces|platform|commands)/|${src}/[^/]+\\.ts$` },
    },
    {
      name: 'platform-knows-the-kernel',
      severity: 'error',
      from: { path: `${src}/platform/([^/]+)/` },
      to: { path: src, pathNot: [`${src}/kernel/`, `${src}/platform/$1/`] },
    },
    {
      name: 'surfaces-decide-nothing',
      severity: 'error',
      from: { path: `${src}/surfaces/` },
      to: { path: src, pathNot: [`${src}/kernel/`, `${src}/surfaces/`, '\\.(op|schema)\\.ts$'] },
    },
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['\\.test\\.tsx?$', '/dist/'] },
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.mjs', '.cjs', '.js', '.json'],
      conditionNames: ['import', 'node', 'default'],
      exportsFields: ['exports'],
    },
  },
};
