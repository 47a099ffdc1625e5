import type { OpenVault } from '../../../kernel/ports.ts';
import { inputPlace } from '../ledger/input-place.rules.ts';

export const openInput = (vault: OpenVault, executionId: string, sealed: Buffer | null): string =>
  sealed === null ? '{}' : vault.open(inputPlace(executionId), sealed);
