import type { World } from '../../../kernel/operation.ts';

/** Names all settings as they are: of two people who change them at once, the second one is told. */
export const revisionOf = ({ sha256 }: Pick<World, 'sha256'>, settings: ReadonlyMap<string, string>) =>
  sha256(JSON.stringify([...settings]))
    .toString('hex')
    .slice(0, 32);
