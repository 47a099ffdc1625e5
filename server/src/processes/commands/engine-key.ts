import { identityKey } from '../../adapters/restate/identity-key.ts';
import { ConfigError } from '../../config.ts';

/**
 * `outstep engine-key FILE`: creates the key for an engine that `serve` does not start. The engine needs the
 * file; workers need the public half.
 */
export function makeEngineKey([file, ...others]: string[]) {
  if (file === undefined || others.length > 0) throw new ConfigError('usage: outstep engine-key FILE');
  const { publicKey } = identityKey(file);
  return { file, OUTSTEP_ENGINE_IDENTITY_KEYS: publicKey };
}
