import { queryOn } from '../../adapters/people/accounts.ts';
import { createSetupCodes } from '../../adapters/people/setup-codes.ts';
import { createRolePool } from '../../adapters/postgres/role-pool.ts';
import { type Config, readConfig } from '../../config.ts';

export interface ShownSetupCode {
  /** `null` where none is needed. */
  setupCode: string | null;
  /** Whether the first account is still to be created, with a setup code. */
  isNeeded: boolean;
  endsAt: string | null;
}

const NOT_NEEDED: ShownSetupCode = { setupCode: null, isNeeded: false, endsAt: null };

/** Creates a new setup code, which invalidates the previous one. It is shown only on the terminal. */
export async function renewSetupCode({
  databaseUrl: url,
  signUp,
}: Pick<Config, 'databaseUrl' | 'signUp'>): Promise<ShownSetupCode> {
  if (signUp === 'open') return NOT_NEEDED;
  // Connection problems are reported by the statement that uses the connection.
  const pool = createRolePool({ url, role: 'outstep_people', maxConnections: 1, onError: () => undefined });
  try {
    const renewed = await createSetupCodes(queryOn(pool)).renew();
    if (!renewed) return NOT_NEEDED;
    return { setupCode: renewed.code, isNeeded: true, endsAt: renewed.endsAt.toISOString() };
  } finally {
    await pool.end();
  }
}

/** The code for a person, and how to use it. */
export function setupCodeLines(
  { setupCode, endsAt }: ShownSetupCode,
  { baseUrl, signUp }: Pick<Config, 'baseUrl' | 'signUp'>,
): string[] {
  if (setupCode === null)
    return [
      signUp === 'open'
        ? 'No setup code is needed: anyone can create an account (OUTSTEP_SIGN_UP=open).'
        : 'No setup code is needed: there is an account already. Invite other people in the app, or with outstep user create.',
    ];
  return [
    `Setup code: ${setupCode}`,
    `Create the first account with it at ${baseUrl}/sign-up. It works once, until ${endsAt}, and replaces earlier codes.`,
  ];
}

/** `outstep setup-code`: renews the code that the first account needs. */
export async function runSetupCode(
  env: NodeJS.ProcessEnv,
): Promise<{ shown: ShownSetupCode; lines: string[] }> {
  const config = readConfig(env);
  const shown = await renewSetupCode(config);
  return { shown, lines: setupCodeLines(shown, config) };
}
