/** The storage location of files. */
export type FileLocation = { folder: string } | { bucket: BucketLocation };

export interface BucketLocation {
  name: string;
  /** Precedes each of our keys; empty, or ends with a slash. */
  prefix: string;
  /** `null` for AWS. */
  endpoint: string | null;
  /** `null` for the one that the SDK finds in the environment or the profile. */
  region: string | null;
  /** Whether the bucket is named by the path or by the host. */
  style: 'path' | 'host';
  /** The encryption to request; `null` to leave it to the bucket's settings. */
  encryption: { algorithm: 'AES256' | 'aws:kms'; keyId: string | null } | null;
}

/** Explains the problem with a location without repeating it, because it may contain a credential. */
export class BadLocation extends Error {}

const SHAPE = 'must be dir:/path or s3://bucket/prefix?endpoint=https://host&region=name';
const NO_CREDENTIALS =
  'must not hold credentials; they come from where the AWS SDK looks: AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, a profile, or a role of the machine';

const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
/** Only characters that all servers interpret the same way, without empty or dots-only segments. */
const PREFIX = /^(?:\/(?!\.+(?:\/|$))[\w.-]{1,100}){0,8}\/?$/;
const REGION = /^[a-z0-9-]{1,64}$/;
const KMS_KEY = /^[\w:/-]{1,512}$/;
const OPTIONS = ['endpoint', 'region', 'style', 'encryption', 'kms-key'] as const;
type Option = (typeof OPTIONS)[number];
const isOption = (name: string): name is Option => OPTIONS.some((option) => option === name);
const SECRET_NAME = /key|secret|token|password|credential/i;

function optionsOf(url: URL): Partial<Record<Option, string>> {
  const options: Partial<Record<Option, string>> = {};
  for (const [name, value] of url.searchParams) {
    if (!isOption(name) && SECRET_NAME.test(name)) throw new BadLocation(NO_CREDENTIALS);
    if (!isOption(name) || name in options)
      throw new BadLocation(`may use only these options, each at most once: ${OPTIONS.join(', ')}`);
    options[name] = value;
  }
  return options;
}

function endpointOf(text: string): string {
  const url = URL.parse(text);
  if (url?.username || url?.password) throw new BadLocation(NO_CREDENTIALS);
  if (!url || !/^https?:$/.test(url.protocol) || url.pathname !== '/' || url.search || url.hash)
    throw new BadLocation('endpoint must be https://host or https://host:port, or the same with http');
  return url.origin;
}

function styleOf(text: string): 'path' | 'host' {
  if (text !== 'path' && text !== 'host') throw new BadLocation('style must be path or host');
  return text;
}

function encryptionOf(
  algorithm: string | undefined,
  keyId: string | undefined,
): BucketLocation['encryption'] {
  if (algorithm === undefined && keyId === undefined) return null;
  if (algorithm !== 'AES256' && algorithm !== 'aws:kms')
    throw new BadLocation('encryption must be AES256 or aws:kms');
  if (keyId !== undefined && (algorithm !== 'aws:kms' || !KMS_KEY.test(keyId)))
    throw new BadLocation('kms-key must be the id of a key, with encryption=aws:kms');
  return { algorithm, keyId: keyId ?? null };
}

function bucketOf(text: string): BucketLocation {
  const url = URL.parse(text);
  if (!url) throw new BadLocation(SHAPE);
  if (url.username || url.password) throw new BadLocation(NO_CREDENTIALS);
  if (!BUCKET.test(url.hostname) || url.port || url.hash) throw new BadLocation(SHAPE);
  if (!PREFIX.test(url.pathname))
    throw new BadLocation('the prefix may contain only letters, digits and ._- between slashes');
  const options = optionsOf(url);
  if (options.region !== undefined && !REGION.test(options.region))
    throw new BadLocation('region must be a name such as eu-central-1');
  const prefix = url.pathname.replace(/^\/|\/$/g, '');
  return {
    name: url.hostname,
    prefix: prefix === '' ? '' : `${prefix}/`,
    endpoint: options.endpoint === undefined ? null : endpointOf(options.endpoint),
    region: options.region ?? null,
    // Self-hosted servers rarely have a host name for each bucket; AWS is phasing out paths.
    style: styleOf(options.style ?? (options.endpoint === undefined ? 'host' : 'path')),
    encryption: encryptionOf(options.encryption, options['kms-key']),
  };
}

/** `dir:/path` or `s3://bucket/prefix?option=value`. */
export function readFileLocation(text: string): FileLocation {
  if (text.startsWith('s3:')) return { bucket: bucketOf(text) };
  if (!/^dir:./.test(text)) throw new BadLocation(SHAPE);
  return { folder: text.slice('dir:'.length) };
}
