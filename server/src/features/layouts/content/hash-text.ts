import type { Context } from '../../../kernel/operation.ts';
import type { HashText } from './stale.rules.ts';

const DIGEST_LENGTH = 12;

export const hashOf =
  ({ sha256 }: Pick<Context, 'sha256'>): HashText =>
  (text) =>
    sha256(text).toString('base64url').slice(0, DIGEST_LENGTH);
