import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { engineBinary } from '../../../adapters/restate/engine-process.ts';
import { type Config, ConfigError, readConfig } from '../../../config.ts';
import { requireRedis, UnsupportedVersionError } from '../connect.ts';
import { ConnectionError } from '../connection-error.ts';
import { generateMasterKey } from '../master-key.ts';
import { updateSchema } from '../migrate.ts';
import { renewSetupCode, type ShownSetupCode, setupCodeLines } from '../setup-code.ts';
import type { Terminal } from '../terminal.ts';
import { reachDatabase, requireMatchingMasterKey } from './database.ts';
import { type EnvValues, envText, openEnvFile } from './env-file.ts';
import { type InitSetting, initOptions, initSettings } from './settings.ts';

interface Questions {
  /** Returns what was typed, or the preset if the input is empty. */
  ask(question: string, preset: string): Promise<string>;
  close(): void;
}

const isTerminal = (stream: Terminal['stdin']) => 'isTTY' in stream && stream.isTTY === true;

/** Asks questions on the terminal; `null` without an interactive terminal. */
function openQuestions({ stdin, stdout }: Terminal): Questions | null {
  if (!isTerminal(stdin)) return null;
  const terminal = createInterface({ input: stdin, output: stdout });
  // Pasted lines arrive before they are asked for; the iterator keeps them.
  const lines = terminal[Symbol.asyncIterator]();
  return {
    async ask(question, preset) {
      terminal.setPrompt(preset ? `${question} [${preset}]: ` : `${question}: `);
      terminal.prompt();
      const { value, done } = await lines.next();
      if (done) throw new ConfigError('canceled; nothing was written');
      return value.trim() || preset;
    },
    close: () => terminal.close(),
  };
}

export interface InitResult extends ShownSetupCode {
  file: string;
  masterKey: 'made' | 'kept';
  postgres: string;
  redis: string;
  database: 'made' | 'found';
  migrations: number;
  baseUrl: string;
  signUp: Config['signUp'];
  /** The remaining engine setup, if any. */
  engine: string;
}

type InitAnswers = Record<string, string>;

const MASTER_KEY = 'OUTSTEP_MASTER_KEY';

/** Whether the user can fix the setting immediately. */
const isMendable = (error: unknown) =>
  error instanceof ConnectionError ||
  error instanceof UnsupportedVersionError ||
  error instanceof ConfigError;

/** Reads a group of settings and tries them; asks again as long as there is a terminal. */
async function askUntilValid<T>(
  settings: readonly InitSetting[],
  values: InitAnswers,
  { questions, given, tell }: { questions: Questions | null; given: EnvValues; tell(line: string): void },
  attempt: () => Promise<T>,
): Promise<T> {
  for (;;) {
    for (const { name, question, preset } of settings) {
      const known = values[name] ?? given[name] ?? preset(values);
      values[name] = questions && question ? await questions.ask(question, known) : known;
    }
    try {
      return await attempt();
    } catch (error) {
      if (!questions || !isMendable(error)) throw error;
      tell((error as Error).message);
    }
  }
}

const ENGINE = ['RESTATE_INGRESS_URL', 'RESTATE_ADMIN_URL'];

function engineState({ engineIsConfigured, engineAdminUrl }: Config): string {
  if (engineIsConfigured) return `runs elsewhere (${engineAdminUrl})`;
  try {
    engineBinary();
    return 'started by outstep serve';
  } catch (error) {
    return (error as Error).message;
  }
}

/**
 * `outstep init`: writes the settings of a new installation to a file and prepares the database. Flags take
 * precedence over the environment, which takes precedence over the existing file; the rest is asked on the
 * terminal.
 */
export async function runInit(
  terminal: Terminal,
  args: string[],
  { folder = process.cwd(), tell }: { folder?: string; tell(line: string): void },
): Promise<InitResult> {
  const flags = parseArgs({ args, options: initOptions ?? {} }).values;
  const file = await openEnvFile(folder, flags['force'] === true);
  const env = Object.fromEntries(
    Object.entries(terminal.env).filter((entry): entry is [string, string] => Boolean(entry[1])),
  );
  refuseSettingFiles({ ...env, ...file.before });
  const given: InitAnswers = { ...file.before };
  for (const { name, flag } of initSettings) {
    const value = flags[flag] ?? env[name];
    if (typeof value === 'string') given[name] = value;
  }
  const keyBefore = env[MASTER_KEY] ?? file.before[MASTER_KEY];
  const values: InitAnswers = { [MASTER_KEY]: keyBefore ?? (await generateMasterKey()).masterKey };
  const others = Object.fromEntries(Object.entries(file.before).filter(([name]) => !isWritten(name)));
  const config = () => readConfig({ ...env, ...others, ...values });

  const questions = flags['yes'] === true ? null : openQuestions(terminal);
  const groupOf = (...names: string[]) => initSettings.filter(({ name }) => names.includes(name));
  const rest = initSettings.filter(({ name }) => !/^(DATABASE|REDIS)_/.test(name));
  const asking = { questions, given, tell };
  try {
    const { version, isMade } = await askUntilValid(
      groupOf('DATABASE_URL', 'DATABASE_ADMIN_URL'),
      values,
      asking,
      async () => {
        const reached = await reachDatabase(config());
        await requireMatchingMasterKey(config(), keyBefore === undefined);
        return reached;
      },
    );
    tell(`${version}${isMade ? ', with a new database' : ''}`);
    const redis = await askUntilValid(groupOf('REDIS_URL'), values, asking, () =>
      requireRedis(config().redisUrl),
    );
    tell(redis);
    const settings = await askUntilValid(rest, values, asking, async () => {
      if (ENGINE.filter((name) => values[name]).length === 1)
        throw new ConfigError(`${ENGINE.join(' and ')} must be set together or not at all`);
      return config();
    });
    await file.write(envText(values, others));
    tell(`wrote ${file.path}`);
    const { applied } = await updateSchema(settings);
    return {
      file: file.path,
      masterKey: keyBefore === undefined ? 'made' : 'kept',
      postgres: version,
      redis,
      database: isMade ? 'made' : 'found',
      migrations: applied.length,
      baseUrl: settings.baseUrl,
      signUp: settings.signUp,
      ...(await renewSetupCode(settings)),
      engine: engineState(settings),
    };
  } finally {
    questions?.close();
  }
}

const isWritten = (name: string) =>
  name === MASTER_KEY || initSettings.some((setting) => setting.name === name);

/** Rejects settings that would be defined twice. */
function refuseSettingFiles(given: EnvValues) {
  const name = [MASTER_KEY, ...initSettings.map((setting) => setting.name)].find(
    (each) => given[`${each}_FILE`],
  );
  if (name)
    throw new ConfigError(
      `${name}_FILE: init writes ${name} to .env itself; unset ${name}_FILE, or skip init and run outstep migrate`,
    );
}

/** The next steps, for a person. */
export const nextSteps = (made: InitResult): string[] => [
  '',
  ...(made.masterKey === 'made'
    ? [`The master key is in ${made.file}. Keep a copy of it separate from the database.`]
    : ['The master key is unchanged.']),
  `Engine: ${made.engine}.`,
  '',
  'Now run:   outstep serve',
  `Then open: ${made.baseUrl}`,
  ...setupCodeLines(made, made),
  ...(made.isNeeded ? ['For a new code, run outstep setup-code.'] : []),
  'If something does not work, run outstep doctor.',
];
