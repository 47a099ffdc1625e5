/**
 * Who may import whom (docs/ARCHITECTURE.md). Everything not allowed is an error.
 * The swc parser is what sees type imports of TypeScript 7 sources; scripts/check-imports.ts proves that it does.
 */
const src = '^server/src';
const pure = '\\.(schema|rules|view)\\.ts$';

/** The areas of `features/`, lowest first: each may use those before it. */
const areas = [
  'access',
  'records',
  'library',
  'rendering',
  'delivery',
  'documents',
  'layouts',
  'http-requests',
  'trash',
  'sending',
  'alerts',
  'customers',
  'workflow-platforms',
];

const areaLayers = areas.map((area, i) => ({
  name: `${area}-uses-areas-below`,
  severity: 'error',
  from: { path: `${src}/features/${area}/` },
  to: { path: `${src}/features/(${areas.slice(i + 1).join('|') || '$^'})/` },
}));

module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: { path: src }, to: { circular: true } },
    {
      name: 'unresolvable',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    ...areaLayers,
    {
      name: 'every-area-has-its-place',
      comment: 'a new area is put into the list above',
      severity: 'error',
      from: {},
      to: { path: `${src}/features/`, pathNot: `${src}/features/(${areas.join('|')})/` },
    },
    {
      name: 'kernel-knows-zod-alone',
      comment: 'and url, which only computes: it decodes international domains',
      severity: 'error',
      from: { path: `${src}/kernel/`, pathNot: '\\.test\\.ts$' },
      to: { pathNot: [`${src}/kernel/`, '^node_modules/zod/', '^url$'] },
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
      comment: 'and data',
      severity: 'error',
      from: { path: `${src}/features/.*\\.(rules|view)\\.ts$` },
      to: { path: src, pathNot: [`${src}/kernel/`, pure, '\\.json$'] },
    },
    {
      name: 'store-knows-schemas-rules-and-stores',
      severity: 'error',
      from: { path: `${src}/features/.*\\.store\\.ts$` },
      to: { path: src, pathNot: [`${src}/kernel/`, '\\.(schema|rules|store)\\.ts$'] },
    },
    {
      name: 'operations-are-for-the-lists',
      comment: 'what two operations share is a file of its own beside them',
      severity: 'error',
      from: { path: `${src}/features/` },
      to: { path: '\\.op\\.ts$' },
    },
    {
      name: 'features-know-no-surface-and-no-adapter',
      severity: 'error',
      from: { path: `${src}/features/` },
      to: { path: `${src}/(surfaces|adapters|processes)/|${src}/[^/]+\\.ts$` },
    },
    {
      name: 'adapters-know-the-kernel',
      severity: 'error',
      from: { path: `${src}/adapters/([^/]+)/` },
      to: { path: src, pathNot: [`${src}/kernel/`, `${src}/adapters/$1/`] },
    },
    {
      name: 'surfaces-decide-nothing',
      severity: 'error',
      from: { path: `${src}/surfaces/` },
      to: { path: src, pathNot: [`${src}/kernel/`, `${src}/surfaces/`, '\\.(op|schema)\\.ts$'] },
    },
    {
      name: 'processes-are-the-top',
      severity: 'error',
      from: { path: src, pathNot: [`${src}/processes/`, `${src}/main\\.ts$`] },
      to: { path: `${src}/(processes/|main\\.ts$)` },
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
