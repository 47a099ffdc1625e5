import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { UnknownMasterKey } from '../../adapters/crypto/vault.ts';
import { DumpError } from '../../adapters/postgres/dump.ts';
import { MigrationError } from '../../adapters/postgres/migrate.ts';
import { MissingRight } from '../../adapters/postgres/roles.ts';
import { EngineMissing } from '../../adapters/restate/engine-process.ts';
import { ConfigError } from '../../config.ts';
import { OperationError } from '../../kernel/error.ts';
import type { AnyOperation } from '../../kernel/operation.ts';
import { csvLines, jsonLines, rowLines, type TableRow } from '../../surfaces/calls/table.ts';
import { usageOf } from '../../surfaces/cli/operator.ts';
import { operations } from '../../surfaces/operations.ts';
import { build } from '../build.ts';
import { runBackup, runRestore } from '../commands/backup.ts';
import { UnsupportedVersionError } from '../commands/connect.ts';
import { ConnectionError } from '../commands/connection-error.ts';
import { runDoctor } from '../commands/doctor/doctor.ts';
import { makeEngineKey } from '../commands/engine-key.ts';
import { runFilesCopy } from '../commands/files.ts';
import { releaseHold, runHold } from '../commands/hold.ts';
import { nextSteps, runInit } from '../commands/init/init.ts';
import { generateMasterKey, ProcessesLackKey, rotateMasterKey } from '../commands/master-key.ts';
import { runMigrate } from '../commands/migrate.ts';
import { runOperator } from '../commands/operator.ts';
import { runServe } from '../commands/serve.ts';
import { runSetupCode } from '../commands/setup-code.ts';
import type { Terminal } from '../commands/terminal.ts';
import { runMaintain } from '../maintain.ts';

const verbs = operations.filter((operation) => operation.command);

const commands = [
  'init [--yes] [--force] [--database-url URL] [--redis-url URL] [--base-url URL] …   write .env and prepare the database',
  'migrate                 apply missing database migrations',
  'api                     serve the REST API and the tool server',
  'worker                  send the emails and HTTP requests of workflow steps',
  'serve                   run everything in one process tree, with the engine from npm unless one is configured',
  'maintain                create partitions, delete history past its retention, remove unused file bytes',
  'backup FOLDER           dump the database and copy the files that FOLDER does not have yet',
  'restore FOLDER          restore a backup into an empty database; nothing is sent until hold release',
  'files copy --from URL|FOLDER --to URL|FOLDER   copy uploaded files that the target does not have',
  'hold                    stop all sending',
  'hold release --unfinished N [--send]   resume sending; mark the N unfinished deliveries as unconfirmed, or send them',
  'version                 show the version of this build (also --version)',
  'doctor                  check every component and report what is wrong',
  'demo [--email EMAIL] [--again]   create a demo store with layouts, requests and a month of history',
  'setup-code              create a code for the first account; it works once, expires after an hour and replaces the previous one',
  'master-key generate     generate a master key',
  'engine-key FILE         create the key that an engine signs its calls with, if missing, and show the public key',
  "master-key rotate       re-encrypt every store's data key with OUTSTEP_MASTER_KEY",
];

/** The usage of commands that begin with the word, or of all commands if none does. */
function usage(word: string): string {
  const all = [...commands, ...verbs.map(usageOf)];
  const meant = all.filter((line) => line.split(' ')[0] === word);
  const lines = meant.length > 0 ? meant : all;
  return `usage: outstep <command> [--json]\n\n${lines.map((line) => `  ${line}\n`).join('')}`;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const recordText = (record: Record<string, unknown>) =>
  Object.entries(record)
    .map(([name, value]) => `${name}: ${isRecord(value) ? JSON.stringify(value) : String(value ?? 'none')}`)
    .join(', ');

/** A list of records is printed as one line per record. */
function linesOf(name: string, member: unknown): string {
  if (Array.isArray(member)) {
    if (!member.some(isRecord)) return `${name}: ${member.join(', ') || 'none'}`;
    return [`${name}:`, ...member.map((item) => `  ${recordText(item)}`)].join('\n');
  }
  return `${name}: ${isRecord(member) ? recordText(member) : String(member)}`;
}

function printValue(value: unknown, json: boolean, stdout: Writable) {
  const lines = json
    ? [JSON.stringify(value)]
    : Object.entries(value as object).map(([name, member]) => linesOf(name, member));
  for (const line of lines) stdout.write(`${line}\n`);
}

/** Prints a value as its command specifies: as a table, or field by field. */
async function showResult(
  { command }: AnyOperation,
  value: unknown,
  json: boolean,
  stdout: Writable,
): Promise<void> {
  const table = command?.table;
  if (!table) return void printValue(value, json, stdout);
  const rows = (value as Record<string, AsyncIterable<TableRow>>)[table.member] as AsyncIterable<TableRow>;
  const whole = () => (json ? jsonLines(table.member, rows) : csvLines(table.columns, rows));
  const lines = table.format === 'json-lines' ? rowLines(rows) : whole();
  await pipeline(lines, stdout, { end: false });
}

async function doctor({ env, stdout }: Terminal, json: boolean): Promise<number> {
  const findings = await runDoctor(env);
  const healthy = findings.every((finding) => finding.ok);
  const lines = json
    ? [JSON.stringify({ healthy, findings })]
    : findings.map(({ check, ok, detail }) => `${ok ? 'ok  ' : 'FAIL'}  ${check.padEnd(16)} ${detail}`);
  for (const line of lines) stdout.write(`${line}\n`);
  return healthy ? 0 : 1;
}

async function init(terminal: Terminal, args: string[], json: boolean): Promise<number> {
  const { stdout } = terminal;
  const tell = (line: string) => json || stdout.write(`${line}\n`);
  const made = await runInit(terminal, args, { tell });
  for (const line of json ? [JSON.stringify(made)] : nextSteps(made)) stdout.write(`${line}\n`);
  return 0;
}

async function setupCode({ env, stdout }: Terminal, json: boolean): Promise<number> {
  const { shown, lines } = await runSetupCode(env);
  for (const line of json ? [JSON.stringify(shown)] : lines) stdout.write(`${line}\n`);
  return 0;
}

/** One-word commands, whose second word is an argument. */
const ONE_WORD_COMMANDS = ['backup', 'restore', 'init', 'engine-key', 'demo'];

/** Runs a command and returns its exit code; `api`, `worker` and `serve` keep the process running. */
export async function runCommand(argv: string[], terminal: Terminal): Promise<number> {
  const { env, stdout, stderr } = terminal;
  const json = argv.includes('--json');
  const args = argv.filter((arg) => arg !== '--json');
  const [first = '', second = ''] = args;
  const tell = (sentence: string) => stderr.write(`${sentence}\n`);
  const answer = (value: unknown) => {
    printValue(value, json, stdout);
    return 0;
  };
  if (first === '' || first === 'help' || args.includes('--help')) {
    stdout.write(usage(first === 'help' ? second : first));
    return 0;
  }
  if (first === 'version' || first === '--version') {
    stdout.write(`${json ? JSON.stringify(build) : build.version}\n`);
    return 0;
  }
  const verb = verbs.find(({ command }) => command?.words[0] === first && command.words[1] === second);
  if (verb) {
    await runOperator(verb, args.slice(2), terminal, (value) => showResult(verb, value, json, stdout));
    return 0;
  }
  const rest = args.slice(1);
  switch (ONE_WORD_COMMANDS.includes(first) ? first : `${first} ${second}`.trim()) {
    // Imported on demand: a short command should not wait for the code of a server.
    case 'api':
      await (await import('../commands/api.ts')).runApi();
      return 0;
    case 'serve':
    case 'serve --watch':
      await runServe(args);
      return 0;
    case 'worker':
      await (await import('../commands/worker.ts')).runWorker();
      return 0;
    case 'init':
      return init(terminal, rest, json);
    case 'migrate':
      return answer(await runMigrate(env));
    case 'maintain':
      return answer(await runMaintain(env, tell));
    case 'backup':
      return answer(await runBackup(env, rest));
    case 'restore':
      return answer(await runRestore(env, rest));
    case 'files copy': {
      const copied = await runFilesCopy(env, args.slice(2), tell);
      answer(copied);
      return copied.complete ? 0 : 1;
    }
    case 'hold':
      return answer(await runHold(env));
    case 'hold release':
      return answer(await releaseHold(env, rest, tell));
    case 'doctor':
      return doctor(terminal, json);
    case 'demo':
      return answer(await (await import('../commands/demo/demo.ts')).runDemo(env, rest, tell));
    case 'setup-code':
      return setupCode(terminal, json);
    case 'engine-key':
      return answer(makeEngineKey(rest));
    case 'master-key generate':
      return answer(await generateMasterKey());
    case 'master-key rotate':
      return answer(await rotateMasterKey(env, tell));
    default:
      stderr.write(`outstep: unknown command: ${args.join(' ')}\n\n${usage(first)}`);
      return 2;
  }
}

/** An error that an operator can fix is reported as a message, without a stack trace. */
export function sentenceOf(error: unknown): string {
  if (error instanceof AggregateError) return [...new Set(error.errors.map(sentenceOf))].join('; ');
  if (!(error instanceof Error)) return String(error);
  const known = [
    OperationError,
    ConfigError,
    UnknownMasterKey,
    ProcessesLackKey,
    DumpError,
    MigrationError,
    MissingRight,
    EngineMissing,
    ConnectionError,
    UnsupportedVersionError,
    TypeError,
  ].some((kind) => error instanceof kind);
  return known || 'code' in error ? error.message : (error.stack ?? error.message);
}
