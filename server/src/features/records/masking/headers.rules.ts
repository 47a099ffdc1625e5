import { isCredentialHeader } from './credential-names.rules.ts';
import type { TextKind } from './structure.rules.ts';

/** A header's name decides how its value is read. */
export function headerKind(name: string): TextKind {
  const lower = name.trim().toLowerCase();
  if (lower === 'authorization' || lower === 'proxy-authorization') return 'authorization';
  if (lower === 'cookie' || lower === 'set-cookie') return 'cookie';
  return isCredentialHeader(name) ? 'credential' : 'free';
}
