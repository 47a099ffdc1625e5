#!/usr/bin/env node
import { pipeline } from 'node:stream/promises';
import { UnknownMasterKey } from './adapters/crypto/vault.ts';
import { MigrationError } from './adapters/postgres/migrate.ts';
import { ConfigError } from './config.ts';
import { Refusal } from './kernel/error.ts';
import type { AnyOperation } from './kernel/operation.ts';
import { runDoctor } from './processes/commands/doctor.ts';
import { generateMasterKey, rotateMasterKey } from './processes/commands/master-key.ts';
import { runMigrate } from './processes/commands/migrate.ts';
import { runOperator } from './processes/commands/operator.ts';
import { runServe } from './processes/commands/serve.ts';
import { runMaintain } from './processes/maintain.ts';
import { csvLines, jsonLines, type TableRow } from './surfaces/calls/table.ts';
import { usageOf } from './surfaces/cli/operator.ts';
import { operations } from './surfaces/operations.ts';

const verbs = operations.filter((operation) => operation.command);

const commands = [
  'migrate                 bring the database up to date',
  'api                     serve the REST API and the tool server',
  'worker                  do what the engine brings: the calls and mails of steps',
  'serve                   all of it in one tree of processes, with an engine from npm unless one is set',
  'maintain                make partitions ahead, drop history past retention, sweep files',
  'doctor                  try every dependency and say what is wrong',
  'master-key generate     make a new master key',
  "master-key rotate       wrap every store's data key with OUTSTEP_MASTER_KEY",
];

/** Of the commands that begin with the word, or of all when none does. */
function usage(word: string): string {
  const all = [...commands, ...verbs.map(usageOf)];
  const meant = all.filter((line) => line.split(' ')[0] === word);
  const lines = meant.length > 0 ? meant : all;
  return `usage: outstep <command> [--json]\n\n${lines.map((line) => `  ${line}\n`).join('')}`;
}

const out = (text: string) => process.stdout.write(`${text}\n`);

function shown(member: unknown): string {
  if (Array.isArray(member)) return member.join(', ') || 'none';
  return typeof member === 'object' ? JSON.stringify(member) : String(member);
}

function show(value: unknown, json: boolean) {
  if (json) return out(JSON.stringify(value));
  for (const [name, member] of Object.entries(value as object)) out(`${name}: ${shown(member)}`);
}

/** A value as its verb says it is to be shown. */
async function showOf({ command }: AnyOperation, value: unknown, json: boolean): Promise<void> {
  const table = command?.table;
  if (!table) return void show(value, json);
  const rows = (value as Record<string, AsyncIterable<TableRow>>)[table.member] as AsyncIterable<TableRow>;
  const lines = json ? jsonLines(table.member, rows) : csvLines(table.columns, rows);
  await pipeline(lines, process.stdout, { end: false });
}

async function doctor(json: boolean) {
  const findings = await runDoctor();
  const healthy = findings.every((finding) => finding.ok);
  if (json) out(JSON.stringify({ healthy, findings }));
  else
    for (const { check, ok, detail } of findings)
      out(`${ok ? 'ok   ' : 'WRONG'}  ${check.padEnd(16)} ${detail}`);
  if (!healthy) process.exitCode = 1;
}

async function main(argv: string[]) {
  const json = argv.includes('--json');
  const args = argv.filter((arg) => arg !== '--json');
  const [first = '', second = ''] = args;
  if (first === '' || first === 'help' || args.includes('--help'))
    return void process.stdout.write(usage(first === 'help' ? second : first));
  const verb = verbs.find(({ command }) => command?.words[0] === first && command.words[1] === second);
  if (verb) return runOperator(verb, args.slice(2), (value) => showOf(verb, value, json));
  switch (`${first} ${second}`.trim()) {
    // What stays loads far more than a command that ends at once should wait for.
    case 'api':
      return (await import('./processes/commands/api.ts')).runApi();
    case 'serve':
    case 'serve --watch':
      return runServe(args);
    case 'worker':
      return (await import('./processes/commands/worker.ts')).runWorker();
    case 'migrate':
      return show(await runMigrate(), json);
    case 'maintain':
      return show(await runMaintain(), json);
    case 'doctor':
      return doctor(json);
    case 'master-key generate':
      return show(await generateMasterKey(), json);
    case 'master-key rotate':
      return show(await rotateMasterKey(), json);
    default:
      process.stderr.write(`outstep: unknown command: ${args.join(' ')}\n\n${usage(first)}`);
      process.exitCode = 2;
  }
}

/** Trouble an operator can do something about needs a sentence, not a stack. */
function sentenceOf(error: unknown): string {
  if (error instanceof AggregateError) return [...new Set(error.errors.map(sentenceOf))].join('; ');
  if (!(error instanceof Error)) return String(error);
  const known = [Refusal, ConfigError, UnknownMasterKey, MigrationError, TypeError].some(
    (kind) => error instanceof kind,
  );
  return known || 'code' in error ? error.message : (error.stack ?? error.message);
}

await main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`outstep: ${sentenceOf(error)}\n`);
  // Not by leaving it to the event loop: what an API that cannot start has opened would keep it here for ever.
  process.exit(1);
});
