import { type Config, ConfigError, readConfig } from '../../../config.ts';
import type { Check, DoctorFinding } from './check.ts';
import {
  admin,
  clock,
  database,
  isolation,
  keys,
  masterKeys,
  migrations,
  overdue,
  sending,
} from './database-checks.ts';
import { cluster, engine, worker } from './engine-checks.ts';
import { app, dns, node, pictures, redis } from './machine-checks.ts';
import { baseUrl, mail, mailProviders } from './outside-checks.ts';
import { shopify } from './shopify-check.ts';
import { databaseWrites, files } from './write-checks.ts';

const checks: [string, Check][] = [
  ['node', node],
  ['app', app],
  ['database', database],
  ['database writes', databaseWrites],
  ['clock', clock],
  ['admin login', admin],
  ['migrations', migrations],
  ['store isolation', isolation],
  ['master key', masterKeys],
  ['redis', redis],
  ['files', files],
  ['pictures', pictures],
  ['engine', engine],
  ['engine nodes', cluster],
  ['worker', worker],
  ['sending', sending],
  ['deliveries', overdue],
  ['keys', keys],
  ['shopify', shopify],
  ['dns', dns],
  ['mail', mail],
  ['mail providers', mailProviders],
  ['base url', baseUrl],
];

const errorTextOf = (error: unknown): string => {
  if (error instanceof AggregateError) return error.errors.map((each) => errorTextOf(each)).join('; ');
  return error instanceof Error ? error.message : String(error);
};

/** `outstep doctor`: checks every dependency and reports each problem with its solution. */
export async function runDoctor(env: NodeJS.ProcessEnv): Promise<DoctorFinding[]> {
  let config: Config;
  try {
    config = readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return [{ check: 'settings', ok: false, detail: error.message }];
    throw error;
  }
  const findings: DoctorFinding[] = [{ check: 'settings', ok: true, detail: 'complete' }];
  for (const [name, check] of checks) {
    try {
      findings.push({ check: name, ok: true, detail: await check(config) });
    } catch (error) {
      findings.push({ check: name, ok: false, detail: errorTextOf(error) });
    }
  }
  return findings;
}
