import { createHash, hkdfSync } from 'node:crypto';
import type { AuthSecret } from '../adapters/people/auth.ts';
import type { Config } from '../config.ts';

const SECRET_BYTES = 32;

/** Named by a fingerprint, so that what it has sealed is opened by the right one while the master key is rotated. */
function secretOf(masterKey: Buffer): AuthSecret {
  const secret = hkdfSync('sha256', masterKey, '', 'outstep sessions', SECRET_BYTES);
  const value = Buffer.from(secret).toString('base64');
  return { version: createHash('sha256').update(value).digest().readUInt32BE(0), value };
}

/** What signs sessions and seals second factors, by the master key of now and the one before. */
export const sessionSecrets = ({
  masterKey,
  previousMasterKey,
}: Pick<Config, 'masterKey' | 'previousMasterKey'>): [AuthSecret, ...AuthSecret[]] => [
  secretOf(masterKey),
  ...(previousMasterKey && !previousMasterKey.equals(masterKey) ? [secretOf(previousMasterKey)] : []),
];
