import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { METRICS_PORTS } from './observe-ports.ts';

/**
 * `npm run observe`: runs Prometheus with our rules against `npm run dev`, at http://localhost:9090
 * (`OBSERVE_PORT`). Its data is in `.outstep/prometheus`. Use a Grafana that reads from it to view the
 * dashboards in docs/observe/dashboards.
 */
const FOLDER = resolve('.outstep/prometheus');

if (existsSync('.env')) process.loadEnvFile('.env');
const env: NodeJS.ProcessEnv = { ...METRICS_PORTS, ...process.env };
const enginePort = (env['OUTSTEP_ENGINE_PORTS'] ?? '8080,9070,5122').split(',')[2];
const port = env['OBSERVE_PORT'] ?? '9090';

const jobs = {
  'outstep-api': env['OUTSTEP_METRICS_PORT'],
  'outstep-worker': env['OUTSTEP_WORKER_METRICS_PORT'],
  'outstep-engine': enginePort,
};

/** JSON is YAML. */
const config = {
  global: { scrape_interval: '5s', evaluation_interval: '5s' },
  rule_files: [resolve('docs/observe/alerts.yml')],
  scrape_configs: Object.entries(jobs).map(([name, at]) => ({
    job_name: name,
    static_configs: [{ targets: [`127.0.0.1:${at}`] }],
  })),
};

await mkdir(FOLDER, { recursive: true });
const file = resolve(FOLDER, 'prometheus.yml');
await writeFile(file, JSON.stringify(config, null, 2));
const child = spawn(
  'prometheus',
  [
    `--config.file=${file}`,
    `--storage.tsdb.path=${resolve(FOLDER, 'data')}`,
    `--web.listen-address=127.0.0.1:${port}`,
    '--log.level=warn',
  ],
  { stdio: 'inherit' },
);
child.once('error', () => {
  console.error('there is no prometheus on this machine; ./scripts/bootstrap installs it');
  process.exit(1);
});
child.once('spawn', () =>
  console.log(`Prometheus on http://localhost:${port}/alerts and /targets. Ctrl-C ends it.`),
);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill('SIGTERM'));
child.once('exit', (code) => process.exit(code ?? 0));
