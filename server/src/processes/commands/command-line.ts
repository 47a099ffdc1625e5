import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { UnknownMasterKey } from '../../adapters/crypto/vault.ts';
import { DumpError } from '../../adapters/postgres/dump.ts';
import { MigrationError } from '../../adapters/postgres/migrate.ts';
import { MissingRight } from '../../adapters/postgres/roles.ts';
import { ConfigError } from '../../config.ts';
import { Refusal } from '../../kernel/error.ts';
import type { AnyOperation } from '../../kernel/operation.ts';
import { csvLines, jsonLines, rowLines, type TableRow } from '../../surfaces/calls/table.ts';
import { usageOf } from '../../surfaces/cli/operator.ts';
import { operations } from '../../surfaces/operations.ts';
import { runMaintain } from '../maintain.ts';
import { runBackup, runRestore } from './backup.ts';
import { runDoctor } from './doctor.ts';
import { releaseHold, runHold } from './hold.ts';
import { generateMasterKey, rotateMasterKey } from './master-key.ts';
import { runMigrate } from './migrate.ts';
import { runOperator } from './operator.ts';
import { runServe } from './serve.ts';
import { showSetupCode } from './setup-code.ts';
import type { Terminal } from './terminal.ts';

const verbs = operations.filter((operation) => operation.command);

const commands = [
  'migrate                 bring the database up to date',
  'api                     serve the REST API and the tool server',
  'worker                  run the calls and mails of steps',
  'serve                   run everything in one process tree, with an engine from npm unless one is set',
  'maintain                create future partitions, drop history past retention, sweep files',
  'backup FOLDER           dump the database and copy the files, where they are not copied yet',
  'restore FOLDER          restore both into an empty database; nothing is sent until hold release',
  'hold                    send nothing from now on',
  'hold release --unended N [--send]   end what had not ended as unknown, or send it',
  'doctor                  check every dependency and say what is wrong',
  'setup-code              show what the first account of the installation needs',
  'master-key generate     make a new master key',
  "master-key rotate       wrap every store's data key with OUTSTEP_MASTER_KEY",
];

/** The usage of commands that begin with the word, or of all when none does. */
function usage(word: string): string {
  const all = [...commands, ...verbs.map(usageOf)];
  const meant = all.filter((line) => line.split(' ')[0] === word);
  const lines = meant.length > 0 ? meant : all;
  return `usage: outstep <command> [--json]\n\n${lines.map((line) => `  ${line}\n`).join('')}`;
}

function memberText(member: unknown): string {
  if (Array.isArray(member)) return member.join(', ') || 'none';
  return typeof member === 'object' ? JSON.stringify(member) : String(member);
}

function show(value: unknown, json: boolean, stdout: Writable) {
  const lines = json
    ? [JSON.stringify(value)]
    : Object.entries(value as object).map(([name, member]) => `${name}: ${memberText(member)}`);
  for (const line of lines) stdout.write(`${line}\n`);
}

/** Prints a value as its command asks: as a table, or member by member. */
async function showResult(
  { command }: AnyOperation,
  value: unknown,
  json: boolean,
  stdout: Writable,
): Promise<void> {
  const table = command?.table;
  if (!table) return void show(value, json, stdout);
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
    : findings.map(({ check, ok, detail }) => `${ok ? 'ok   ' : 'WRONG'}  ${check.padEnd(16)} ${detail}`);
  for (const line of lines) stdout.write(`${line}\n`);
  return healthy ? 0 : 1;
}

/** Commands whose second word is a folder. */
const WITH_FOLDER = ['backup', 'restore'];

/** Runs a command and returns its exit code; `api`, `worker` and `serve` keep the process running. */
export async function runCommand(argv: string[], terminal: Terminal): Promise<number> {
  const { env, stdout, stderr } = terminal;
  const json = argv.includes('--json');
  const args = argv.filter((arg) => arg !== '--json');
  const [first = '', second = ''] = args;
  const tell = (sentence: string) => stderr.write(`${sentence}\n`);
  const answer = (value: unknown) => {
    show(value, json, stdout);
    return 0;
  };
  if (first === '' || first === 'help' || args.includes('--help')) {
    stdout.write(usage(first === 'help' ? second : first));
    return 0;
  }
  const verb = verbs.find(({ command }) => command?.words[0] === first && command.words[1] === second);
  if (verb) {
    await runOperator(verb, args.slice(2), terminal, (value) => showResult(verb, value, json, stdout));
    return 0;
  }
  const rest = args.slice(1);
  switch (WITH_FOLDER.includes(first) ? first : `${first} ${second}`.trim()) {
    // Imported on demand: a short command should not wait for the code of a server.
    case 'api':
      await (await import('./api.ts')).runApi();
      return 0;
    case 'serve':
    case 'serve --watch':
      await runServe(args);
      return 0;
    case 'worker':
      await (await import('./worker.ts')).runWorker();
      return 0;
    case 'migrate':
      return answer(await runMigrate(env));
    case 'maintain':
      return answer(await runMaintain(env, tell));
    case 'backup':
      return answer(await runBackup(env, rest));
    case 'restore':
      return answer(await runRestore(env, rest));
    case 'hold':
      return answer(await runHold(env));
    case 'hold release':
      return answer(await releaseHold(env, rest, tell));
    case 'doctor':
      return doctor(terminal, json);
    case 'setup-code':
      return answer(await showSetupCode(env));
    case 'master-key generate':
      return answer(await generateMasterKey());
    case 'master-key rotate':
      return answer(await rotateMasterKey(env, tell));
    default:
      stderr.write(`outstep: unknown command: ${args.join(' ')}\n\n${usage(first)}`);
      return 2;
  }
}

/** An error that an operator can fix needs a sentence, not a stack. */
export function sentenceOf(error: unknown): string {
  if (error instanceof AggregateError) return [...new Set(error.errors.map(sentenceOf))].join('; ');
  if (!(error instanceof Error)) return String(error);
  const known = [
    Refusal,
    ConfigError,
    UnknownMasterKey,
    DumpError,
    MigrationError,
    MissingRight,
    TypeError,
  ].some((kind) => error instanceof kind);
  return known || 'code' in error ? error.message : (error.stack ?? error.message);
}
