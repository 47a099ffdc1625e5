import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const launcher = fileURLToPath(
  new URL(
    '../../../node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js',
    import.meta.url,
  ),
);

/** Queries the tool server through the inspector's command line, like a person trying out a key. */
export async function inspect(url: string, key: string, ...args: string[]) {
  const { stdout } = await promisify(execFile)(process.execPath, [
    launcher,
    '--cli',
    url,
    '--transport',
    'http',
    '--header',
    `Authorization: Bearer ${key}`,
    ...args,
  ]);
  return JSON.parse(stdout);
}
