import { expect, test } from 'vitest';
import { runtimeDependenciesOf } from './locked-packages.ts';

const packages = {
  server: { dependencies: { web: '1', nested: '1' }, optionalDependencies: { engine: '1', absent: '1' } },
  'server/node_modules/nested': { dependencies: { shared: '1' } },
  'node_modules/nested': { dependencies: { wrong: '1' } },
  'node_modules/web': {
    dependencies: { shared: '2' },
    peerDependencies: { peer: '1', tool: '1' },
    peerDependenciesMeta: { tool: { optional: true } },
  },
  'node_modules/web/node_modules/shared': {},
  'node_modules/shared': { dependencies: { web: '1' } },
  'node_modules/peer': {},
  'node_modules/tool': {},
  'node_modules/engine': { optionalDependencies: { '@engine/linux': '1' } },
  'node_modules/@engine/linux': {},
  'node_modules/wrong': {},
  'node_modules/for-development': {},
};

test('resolves exactly the dependencies that Node would find', () => {
  expect([...runtimeDependenciesOf(packages, 'server').keys()].sort()).toEqual([
    'node_modules/@engine/linux',
    'node_modules/engine',
    'node_modules/peer',
    'node_modules/shared',
    'node_modules/web',
    'node_modules/web/node_modules/shared',
    'server/node_modules/nested',
  ]);
});
