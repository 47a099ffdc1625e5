import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { type KubernetesObject, ofKind, renderFolder, servicesIn } from './kubernetes-objects.ts';

/** From Debian's package `prometheus`, which ./scripts/bootstrap installs. */
const promtool = (...args: string[]) => promisify(execFile)('promtool', args);

interface Scaled extends KubernetesObject {
  spec: { triggers: { metricType: string; metadata: Record<string, string> }[] };
}

const large = renderFolder('deploy/kubernetes/overlays/large');
const [trigger] = ofKind<Scaled>(large, 'ScaledObject')[0]?.spec.triggers ?? [];
const query = trigger?.metadata['query'] ?? '';

const busy = '0+30x20';
const idle = '0+1x20';
const series = (values: Record<string, string>) =>
  Object.entries(values).map(([name, list]) => ({ series: name, values: list }));
const worker = (name: string, more = '') => `${name}{namespace="outstep",job="outstep-worker"${more}}`;
const WAIT = 'outstep_delivery_oldest_wait_seconds{namespace="outstep",kind="http"}';
const HELD = 'outstep_sending_held{namespace="outstep"}';
const CPU = worker('process_cpu_seconds_total');
const LINE = worker('outstep_child_processes', ',group="liquid",state="waiting"');

/** Title, metrics, and the value that KEDA reads after some minutes; `null` for none. */
const cases: [string, Record<string, string>, number | null][] = [
  ['work waits and workers are busy', { [WAIT]: '40x20', [HELD]: '0x20', [CPU]: busy }, 40],
  ['work waits for render processes', { [WAIT]: '40x20', [HELD]: '0x20', [CPU]: idle, [LINE]: '5x20' }, 40],
  ['a store waits for its own turn', { [WAIT]: '4000x20', [HELD]: '0x20', [CPU]: idle, [LINE]: '0x20' }, 0],
  ['everything is on hold', { [WAIT]: '4000x20', [HELD]: '1x20', [CPU]: idle }, 0],
  ['nothing waits', { [WAIT]: '0x20', [HELD]: '0x20', [CPU]: busy }, 0],
  ['the database does not answer', { [CPU]: busy }, null],
  [
    'another installation waits',
    {
      'outstep_delivery_oldest_wait_seconds{namespace="other",kind="http"}': '40x20',
      'outstep_sending_held{namespace="other"}': '0x20',
    },
    null,
  ],
];

test('adds workers only for work that they can process', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'outstep-scaling-'));
  try {
    const tests = cases.map(([name, values, value]) => ({
      name,
      interval: '1m',
      input_series: series(values),
      promql_expr_test: [
        { expr: query, eval_time: '10m', exp_samples: value === null ? [] : [{ labels: '{}', value }] },
      ],
    }));
    const file = join(folder, 'scaling.yml');
    await writeFile(file, JSON.stringify({ rule_files: [], tests }));
    expect((await promtool('test', 'rules', file)).stdout).toContain('SUCCESS');
    await writeFile(
      file,
      JSON.stringify({ rule_files: [], tests: tests.map((each) => ({ ...each, input_series: [] })) }),
    );
    await expect(promtool('test', 'rules', file)).rejects.toThrow();
  } finally {
    await rm(folder, { recursive: true });
  }
}, 60_000);

test('KEDA scales by its ratio to the threshold, and keeps the number without a value', () => {
  expect(trigger).toMatchObject({ metricType: 'Value', metadata: { ignoreNullValues: 'false' } });
  expect(Number(trigger?.metadata['threshold'])).toBeGreaterThan(5);
});

test('queries only metrics that the product exports', async () => {
  const folder = 'server/src/adapters/telemetry';
  const sources = await Promise.all(
    (await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8')),
  );
  const names = [...new Set(query.match(/outstep_\w+/g))];
  expect(names).toHaveLength(3);
  for (const name of names) expect(sources.join('\n')).toContain(`'${name}'`);
});

test('scrapes pods under the job names that alerts and dashboards use', async () => {
  const page = await readFile('docs/OPERATIONS.md', 'utf8');
  const config = /```yaml\n(rule_files:[^`]+)```/.exec(page)?.[1] ?? '';
  const jobs: { job_name: string }[] = parse(config).scrape_configs;
  const monitors = ofKind<KubernetesObject & { spec: { jobLabel: string } }>(large, 'PodMonitor');
  const [label, ...others] = new Set(monitors.map(({ spec }) => spec.jobLabel));
  expect(others).toEqual([]);
  const labeled = servicesIn(large).map(({ spec }) => spec.template.metadata.labels[label ?? '']);
  expect(labeled.sort()).toEqual(jobs.map(({ job_name: name }) => name).sort());
});
