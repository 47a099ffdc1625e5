import { readConfig } from '../../config.ts';
import { createCore } from '../core.ts';
import { setupCodeOf } from '../derived-secrets.ts';
import { lazyPeople } from './lazy-people.ts';

/** `outstep setup-code`: the code, and whether the first account is still to be made. */
export async function showSetupCode(env: NodeJS.ProcessEnv) {
  const config = readConfig(env);
  const core = createCore({ ...config, logLevel: 'silent', databaseConnections: 1 });
  const people = lazyPeople(core);
  try {
    return { setupCode: setupCodeOf(config.masterKey), isNeeded: await people.areNone() };
  } finally {
    await people.close();
    await core.close();
  }
}
