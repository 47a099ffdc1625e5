import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type CopyCounts, copyFiles, noCopies } from '../../adapters/blobs/copy-files.ts';
import { openFiles } from '../../adapters/blobs/open-files.ts';
import { ConfigError, fillEnvironment } from '../../config.ts';
import { OperationError } from '../../kernel/error.ts';
import { BadLocation, type FileLocation } from '../../kernel/file-location.ts';
import { message } from '../../kernel/messages/message.ts';
import { fileLocationOf } from '../../setting-values.ts';

const PROGRESS_INTERVAL_MS = 5_000;

/** Like OUTSTEP_FILES, or simply the path of a folder. */
function locationOf(flag: string, text: string | undefined): FileLocation {
  if (!text)
    throw new OperationError(
      'invalid',
      message('command_refused', { text: 'usage: outstep files copy --from URL|FOLDER --to URL|FOLDER' }),
    );
  try {
    return /^[a-z0-9]+:/.test(text) ? fileLocationOf(text) : { folder: resolve(text) };
  } catch (error) {
    if (error instanceof BadLocation) throw new ConfigError(`--${flag}: ${error.message}`);
    throw error;
  }
}

const sentenceOf = ({ copied, present, gone, damaged }: CopyCounts) =>
  `${copied} copied, ${present} already present, ${gone} deleted in the meantime, ${damaged} damaged`;

/**
 * `outstep files copy`: copies the files of all stores from one location to another. Can be stopped and
 * restarted.
 */
export async function runFilesCopy(
  env: NodeJS.ProcessEnv,
  args: string[],
  tell: (sentence: string) => void,
): Promise<CopyCounts & { complete: boolean }> {
  const { values } = parseArgs({ args, options: { from: { type: 'string' }, to: { type: 'string' } } });
  // May contain the credentials of a bucket.
  fillEnvironment(env);
  const from = openFiles(locationOf('from', values.from));
  const to = openFiles(locationOf('to', values.to));
  const counts = noCopies();
  const telling = setInterval(() => tell(sentenceOf(counts)), PROGRESS_INTERVAL_MS);
  try {
    await copyFiles(from, to, { compares: true, counts, onDamaged: (name) => tell(`damaged: ${name}`) });
  } catch (error) {
    tell(`stopped after ${sentenceOf(counts)}; run the command again to continue`);
    throw error;
  } finally {
    clearInterval(telling);
  }
  return { ...counts, complete: counts.damaged === 0 };
}
