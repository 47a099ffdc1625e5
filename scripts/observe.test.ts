import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

/** From Debian's package `prometheus`, which ./scripts/bootstrap installs. */
const promtool = (...args: string[]) => promisify(execFile)('promtool', args);

const RULES = 'docs/observe/alerts.yml';
const TESTS = 'server/test/observe/alerts.test.yml';
const DASHBOARDS = 'docs/observe/dashboards';

interface Dashboard {
  uid: string;
  panels: { id: number; title: string; targets: { expr: string }[] }[];
}

const dashboards = async (): Promise<Dashboard[]> =>
  Promise.all(
    (await readdir(DASHBOARDS)).map(async (name) =>
      JSON.parse(await readFile(join(DASHBOARDS, name), 'utf8')),
    ),
  );

test('the rules are valid, fire when they should, and remain silent otherwise', async () => {
  expect((await promtool('check', 'rules', RULES)).stdout).toContain('SUCCESS');
  expect((await promtool('test', 'rules', TESTS)).stdout).toContain('SUCCESS');
}, 60_000);

test('every rule has a test, and every alert links to its own page', async () => {
  const rules = await readFile(RULES, 'utf8');
  const tests = await readFile(TESTS, 'utf8');
  const alerts = [...rules.matchAll(/alert: (\w+)/g)].map(([, name]) => name ?? '');
  const pages = [...rules.matchAll(/runbook_url: docs\/runbooks\/(\w+\.md)/g)].map(([, name]) => name ?? '');
  expect(alerts).toHaveLength(pages.length);
  expect(new Set(pages)).toEqual(new Set(await readdir('docs/runbooks')));
  for (const name of alerts) {
    expect(tests).toMatch(new RegExp(`alertname: ${name}\\n\\s+exp_alerts:`));
    expect(tests).toContain(`{ alertname: ${name}, eval_time: 3h }`);
  }
});

test('the queries of the dashboards are valid', async () => {
  const asked = (await dashboards()).flatMap(({ panels }) => panels.flatMap(({ targets }) => targets));
  expect(asked.length).toBeGreaterThan(30);
  const rules = asked.map(({ expr }, i) => ({
    record: `panel:${i}`,
    expr: expr.replaceAll('$__rate_interval', '5m'),
  }));
  const folder = await mkdtemp(join(tmpdir(), 'outstep-panels-'));
  try {
    const file = join(folder, 'panels.yml');
    await writeFile(file, JSON.stringify({ groups: [{ name: 'panels', rules }] }));
    expect((await promtool('check', 'rules', file)).stdout).toContain(`${asked.length} rules found`);
  } finally {
    await rm(folder, { recursive: true });
  }
}, 60_000);
