import type { Runtime } from '../../../kernel/operation.ts';

/** A revision of all settings together, so that the second of two concurrent changes is refused. */
export const revisionOf = ({ sha256 }: Pick<Runtime, 'sha256'>, settings: ReadonlyMap<string, string>) =>
  sha256(JSON.stringify([...settings]))
    .toString('hex')
    .slice(0, 32);
