import { isStorable } from '../../../kernel/fields.ts';
import type { OpenVault, SealPlace } from '../../../kernel/ports.ts';
import type { KnownAddress } from './unsubscribes.schema.ts';

const MAC_PLACE: SealPlace = { table: 'addresses', name: 'address' };

const MAX_ADDRESS = 320;
/** Allows more than we would send to: what was unsubscribed in another system stays so. */
const ADDRESS = /^[^\s\p{C}@"<>(),;:\\]+@[^\s\p{C}@"<>(),;:\\]+$/u;

/** Addresses are compared without regard to case and surrounding blanks. */
export const normalAddress = (address: string) => address.trim().toLowerCase();

export const isImportableAddress = (address: string) =>
  address.length <= MAX_ADDRESS && ADDRESS.test(address) && isStorable(address);

export function knownAddress(vault: OpenVault, given: string): KnownAddress {
  const address = normalAddress(given);
  return { address, mac: vault.mac(MAC_PLACE, address) };
}
