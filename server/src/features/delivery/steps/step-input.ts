import type { JsonObject } from '../../../kernel/json.ts';
import type { OpenVault } from '../../../kernel/ports.ts';
import { inputPlace } from '../ledger/input-place.rules.ts';

export const openInput = (vault: OpenVault, executionId: string, sealed: Buffer | null): JsonObject =>
  sealed === null ? {} : JSON.parse(vault.open(inputPlace(executionId), sealed));
