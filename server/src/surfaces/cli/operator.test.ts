import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type AnyOperation, type OperatorContext, operatorOperation } from '../../kernel/operation.ts';
import { operations } from '../operations.ts';
import { type OperatorPort, runOperatorCommand, usageOf } from './operator.ts';

const STORE = '0198c0de-0000-7000-8000-000000000001';

/** Returns its input. */
const echo = (stdin: string | undefined, shape: z.ZodRawShape): AnyOperation =>
  operatorOperation({
    name: 'echo',
    summary: 'Answer what was given.',
    command: { words: ['thing', 'echo'], store: 'flag', ...(stdin && { stdin }) },
    input: z.object(shape),
    output: z.looseObject({}),
    run: async (_ctx, given) => ({ value: given }),
  });

const optional = echo('password', {
  port: z.int(),
  fromName: z.string().optional(),
  password: z.string().optional(),
  mode: z.enum(['fast', 'slow']).optional(),
  quiet: z.boolean().optional(),
});
const required = echo('value', { name: z.string(), value: z.string() });

function worldWith(input: string) {
  const world = {
    reads: 0,
    newId: () => STORE,
    storeExists: async (storeId: string) => storeId === STORE,
    storeOfKey: async () => null,
    contextFor: () => ({ audit: async () => {} }) as unknown as OperatorContext,
    readFile: async (path: string, maxBytes: number) => ({ name: path, bytes: Buffer.alloc(maxBytes) }),
    streamFile: async (path: string) => ({ name: path, chunks: Readable.from([Buffer.from('x')]) }),
    async readStdin() {
      world.reads++;
      return input;
    },
  } satisfies OperatorPort & { reads: number };
  return world;
}

async function run(operation: AnyOperation, line: string, input = '') {
  const world = worldWith(input);
  const value = await runOperatorCommand(operation, ['--store', STORE, ...line.split(' ')], world);
  return { value, reads: world.reads };
}

describe('standard input', () => {
  test('provides an optional field if its flag is given, without the last line break', async () => {
    expect(await run(optional, '--port 25 --password-stdin', ' pass word \r\n')).toEqual({
      value: { port: 25, password: ' pass word ' },
      reads: 1,
    });
  });

  test('does not read standard input without the flag', async () => {
    expect(await run(optional, '--port 25', 'unread')).toEqual({ value: { port: 25 }, reads: 0 });
  });

  test('always provides a required field, which has no flag', async () => {
    expect(await run(required, '--name A', 'x\n')).toEqual({ value: { name: 'A', value: 'x' }, reads: 1 });
    await expect(run(required, '--name A --value-stdin', 'x')).rejects.toThrow(/--value-stdin/);
  });

  test('is the only way, because no flag accepts the value itself', async () => {
    await expect(run(optional, '--port 25 --password x')).rejects.toThrow(/--password/);
    await expect(run(required, '--name A --value x')).rejects.toThrow(/--value/);
    await expect(run(optional, '--port 25 --password-stdin=x')).rejects.toThrow(/does not take an argument/);
  });
});

describe('flags', () => {
  test('become numbers where the input requires one, and strings elsewhere', async () => {
    const { value } = await run(optional, '--port 587 --from-name 42');
    expect(value).toEqual({ port: 587, fromName: '42' });
  });

  test.each([
    ['587x', 'port: must be a number'],
    ['0x10', 'port: must be a number'],
    ['5.5', 'port: must be an integer'],
  ])('a number %s is rejected with our own message', async (port, message) => {
    await expect(run(optional, `--port ${port}`)).rejects.toMatchObject({ kind: 'invalid', message });
  });

  test('are yes or no where the input requires a boolean', async () => {
    expect((await run(optional, '--port 25 --quiet yes')).value).toEqual({ port: 25, quiet: true });
    expect((await run(optional, '--port 25 --quiet no')).value).toEqual({ port: 25, quiet: false });
    await expect(run(optional, '--port 25 --quiet maybe')).rejects.toMatchObject({
      message: 'quiet: must be true or false',
    });
  });

  test('treats an empty string as present', async () => {
    const world = worldWith('');
    const args = ['--store', STORE, '--port', '25', '--from-name', ''];
    expect(await runOperatorCommand(optional, args, world)).toEqual({ port: 25, fromName: '' });
  });
});

describe('positional arguments', () => {
  const rest = (as: 'file' | 'texts') =>
    operatorOperation({
      name: 'rest',
      summary: 'Answer what was given.',
      command: {
        words: ['thing', 'rest'],
        store: 'flag',
        rest: { member: 'given', shown: 'WORD', ...(as === 'file' ? { as, maxBytes: 3 } : { as }) },
      },
      input: z.object({ name: z.string(), given: z.unknown() }),
      output: z.looseObject({}),
      run: async (_ctx, given) => ({ value: given }),
    });

  test('are one or more strings, before and after flags', async () => {
    expect((await run(rest('texts'), 'a=1 --name N b=--name')).value).toEqual({
      name: 'N',
      given: ['a=1', 'b=--name'],
    });
  });

  test('can be a file, which is read only up to its size limit', async () => {
    const { value } = await run(rest('file'), '--name N ./some/logo.png');
    expect(value).toEqual({ name: 'N', given: { name: './some/logo.png', bytes: Buffer.alloc(3) } });
  });

  test('are required, and only one file is allowed', async () => {
    await expect(run(rest('texts'), '--name N')).rejects.toThrow('WORD: required');
    await expect(run(rest('file'), '--name N')).rejects.toThrow('WORD: required');
    await expect(run(rest('file'), '--name N a b')).rejects.toThrow('WORD: specify only one');
  });

  test('have no flag, and are rejected where a verb takes none', async () => {
    await expect(run(rest('file'), '--name N --given x')).rejects.toThrow(/--given/);
    await expect(run(required, '--name A b', 'x')).rejects.toThrow(/'b'/);
  });

  test('are in the usage, after the flags', () => {
    expect(usageOf(rest('file'))).toBe('thing rest --store ID --name NAME WORD');
    expect(usageOf(rest('texts'))).toBe('thing rest --store ID --name NAME WORD...');
  });
});

test('rejects an unknown store before reading standard input', async () => {
  const world = worldWith('x');
  const line = ['--store', STORE.replace('1', '2'), '--name', 'A'];
  await expect(runOperatorCommand(required, line, world)).rejects.toThrow('unknown store');
  expect(world.reads).toBe(0);
});

describe('usage', () => {
  const usages = operations.filter(({ command }) => command).map(usageOf);

  test('shows flags, choices and what is read from standard input', () => {
    expect(usageOf(optional)).toBe(
      'thing echo --store ID --port PORT [--from-name NAME] [--password-stdin] [--mode fast|slow] [--quiet yes|no]',
    );
    expect(usageOf(required)).toBe('thing echo --store ID --name NAME < value');
  });

  test('of every verb names its flags once', () => {
    for (const usage of usages) {
      const flags = usage.match(/--[a-z-]+/g) ?? [];
      expect(new Set(flags).size, usage).toBe(flags.length);
    }
  });

  test('of key create shows that it expects a time', () => {
    expect(usages).toContain(
      'key create --store ID --name NAME --level read|write|execute [--expires-at TIME] [--allowed-addresses ADDRESSES] [--recipient-search yes|no]',
    );
  });

  test('of sender add-smtp', () => {
    expect(usages).toContain(
      'sender add-smtp --store ID --name NAME --host HOST --port PORT --from FROM [--from-name NAME] [--user USER] [--password-stdin] [--security none|starttls|tls]',
    );
  });
});
