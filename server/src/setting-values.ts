import { createPrivateKey } from 'node:crypto';
import { Resolver } from 'node:dns';
import { resolve } from 'node:path';
import { z } from 'zod';
import { BadLocation, type FileLocation, readFileLocation } from './kernel/file-location.ts';
import { BadShopifySecrets, readShopifySecrets } from './kernel/shopify-secrets.ts';

const MASTER_KEY_BYTES = 32;

export const masterKey = z
  .string()
  .transform((value) => Buffer.from(value, 'base64'))
  .refine((key) => key.length === MASTER_KEY_BYTES, {
    error: 'must be 32 bytes, base64, as outstep master-key generate shows one',
  });

export const port = z.coerce.number().int().min(0).max(65_535);
export const flag = z.enum(['true', 'false']).transform((value) => value === 'true');

export const listed = (value: string) =>
  value
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean);

/** The waiting time before each attempt, counted from the previous one: `0,5,300`. */
export const seconds = z
  .string()
  .transform((value) => listed(value).map(Number))
  .refine((list) => list.length > 0 && list.every((item) => item >= 0), {
    error: 'must be seconds, separated by commas',
  });

const isNameServer = (value: string) => {
  try {
    new Resolver().setServers([value]);
    return true;
  } catch {
    return false;
  }
};

export const nameServers = z
  .string()
  .transform(listed)
  .refine((list) => list.every(isNameServer), {
    error: 'must be addresses such as 9.9.9.9 or [2620:fe::fe]:53, separated by commas',
  });

/** The location of files; a folder becomes an absolute path. */
export function fileLocationOf(text: string): FileLocation {
  const location = readFileLocation(text);
  return 'folder' in location ? { folder: resolve(location.folder) } : location;
}

export const fileLocation = z.string().transform((value, context) => {
  try {
    return fileLocationOf(value);
  } catch (error) {
    if (!(error instanceof BadLocation)) throw error;
    // Does not repeat the value, which may contain a credential.
    context.addIssue({ code: 'custom', message: error.message });
    return z.NEVER;
  }
});

export const shopifySecrets = z.string().transform((value, context) => {
  try {
    return readShopifySecrets(value);
  } catch (error) {
    if (!(error instanceof BadShopifySecrets)) throw error;
    context.addIssue({ code: 'custom', message: error.message });
    return z.NEVER;
  }
});

/** In the format of GitHub's download, or in base64, which fits on one line. */
export const rsaKey = z
  .string()
  .transform((value) => (value.includes('-----BEGIN') ? value : Buffer.from(value, 'base64').toString()))
  .refine(isRsaKey, { error: 'must be the RSA key of the GitHub app: PEM, or base64 of it' });

function isRsaKey(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyType === 'rsa';
  } catch {
    return false;
  }
}

/** A URL that tokens are sent to. */
export const safeUrl = z
  .url({ protocol: /^https?$/ })
  .refine((value) => /^(https:|http:\/\/(localhost|127\.\d+\.\d+\.\d+)(:|\/|$))/.test(value), {
    error: 'must be https, or on this machine',
  })
  .transform((value) => value.replace(/\/+$/, ''));

/** Ports of the engine that `serve` starts: ingress, admin, and between nodes. */
export const enginePorts = z
  .string()
  .transform((value) => listed(value).map(Number))
  .refine((list) => list.length === 3 && list.every((item) => port.safeParse(item).success), {
    error: 'must be three ports, separated by commas',
  });

/** The URL is logged, so credentials belong in `OTEL_EXPORTER_OTLP_HEADERS`. */
export const collectorUrl = z
  .url({ protocol: /^https?$/ })
  .refine((value) => !URL.parse(value)?.password, { error: 'must not hold a password' });
