import { isStorable } from '../../../kernel/fields.ts';
import { domainOf, normalizeMailAddress } from '../../../kernel/mail-address.ts';
import type { OpenVault, SealContext } from '../../../kernel/ports.ts';
import { readableDomain } from '../../../kernel/punycode.ts';
import type { KnownAddress } from './unsubscribes.schema.ts';

const MAC_PLACE: SealContext = { table: 'addresses', name: 'address' };

const MAX_ADDRESS = 320;
/** Allows more than we would send to: addresses unsubscribed in another system must remain unsubscribed. */
const ADDRESS = /^[^\s\p{C}@"<>(),;:\\]+@[^\s\p{C}@"<>(),;:\\]+$/u;

const readableAddress = (address: string) => {
  const domain = domainOf(address);
  return address.slice(0, address.length - domain.length) + readableDomain(domain);
};

/** Addresses are compared ignoring case and surrounding white space; this is the form that people read. */
export const normalAddress = (address: string) => {
  const lower = address.trim().toLowerCase();
  return readableAddress(normalizeMailAddress(lower)?.toLowerCase() ?? lower);
};

export const isImportableAddress = (address: string) =>
  address.length <= MAX_ADDRESS && ADDRESS.test(address) && isStorable(address);

/**
 * Converts an international domain to ASCII, so that both spellings of an address are equal
 * (contract: Unsubscribing and erasing 2).
 */
export function knownAddress(vault: OpenVault, given: string): KnownAddress {
  const address = normalAddress(given);
  return { address, mac: vault.mac(MAC_PLACE, normalizeMailAddress(address)?.toLowerCase() ?? address) };
}

/** The MACs that may identify an address: the first releases hashed domains as they were written. */
export function macsOf(vault: OpenVault, given: string): Buffer[] {
  const { address, mac } = knownAddress(vault, given);
  const written = vault.mac(MAC_PLACE, address);
  return written.equals(mac) ? [mac] : [mac, written];
}
