import { tryWithAdvisoryLock } from '../../src/adapters/postgres/run-alone.ts';

/**
 * A process that runs a job as the only one and never finishes it: `node run-until-killed.ts <database> <name
 * of the job>`.
 */
const [url = '', name = ''] = process.argv.slice(2);
await tryWithAdvisoryLock(url, name, () => {
  process.stdout.write('running\n');
  return new Promise(() => undefined);
});
