import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { SealContext, Vault, WrappedKey } from '../../kernel/ports.ts';

const ALGORITHM = 'aes-256-gcm';
const VERSION = 1;
/** The version byte of a value that was compressed before encryption. */
const DEFLATED = 2;
const IV_LENGTH = 12;
/** Passed explicitly everywhere: by default Node accepts a tag of 4 bytes. */
const TAG_LENGTH = 16;
const DATA_KEY_LENGTH = 32;

/** Keys are always key objects: a key passed as bytes costs 20 to 25 µs more per call. */
export interface MasterKey {
  id: string;
  key: KeyObject;
}

/** A master key is identified by its fingerprint, so that a wrapped key names the one that unwraps it. */
export const masterKey = (key: Buffer): MasterKey => ({
  id: createHash('sha256').update('outstep master key').update(key).digest('hex').slice(0, 16),
  key: createSecretKey(key),
});

function encrypt(key: KeyObject, plain: Buffer, aad: string, version = VERSION): Buffer {
  const iv = randomBytes(IV_LENGTH);
  const cipher = createCipheriv(ALGORITHM, key, iv, { authTagLength: TAG_LENGTH });
  cipher.setAAD(Buffer.from(aad));
  const body = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([Buffer.of(version), iv, cipher.getAuthTag(), body]);
}

function decrypt(key: KeyObject, sealed: Buffer, aad: string, version = VERSION): Buffer {
  if (sealed[0] !== version) throw new Error(`sealed value of unknown version ${sealed[0]}`);
  const iv = sealed.subarray(1, 1 + IV_LENGTH);
  const tag = sealed.subarray(1 + IV_LENGTH, 1 + IV_LENGTH + TAG_LENGTH);
  if (tag.length !== TAG_LENGTH) throw new Error('sealed value is cut off');
  const decipher = createDecipheriv(ALGORITHM, key, iv, { authTagLength: TAG_LENGTH });
  decipher.setAAD(Buffer.from(aad));
  decipher.setAuthTag(tag);
  return Buffer.concat([decipher.update(sealed.subarray(1 + IV_LENGTH + TAG_LENGTH)), decipher.final()]);
}

const wrapAad = (storeId: string, master: MasterKey) =>
  JSON.stringify([VERSION, storeId, 'store_keys', master.id]);
/** Authenticates the version too, so that it cannot be changed to misread a value. */
const sealAad = (storeId: string, { table, name }: SealContext, version: number) =>
  JSON.stringify([version, storeId, table, name]);

/** Compresses the text if that makes it shorter. */
function sealDeflated(key: KeyObject, storeId: string, place: SealContext, text: string): Buffer {
  const plain = Buffer.from(text);
  const deflated = deflateRawSync(plain, { level: 1 });
  return deflated.length < plain.length
    ? encrypt(key, deflated, sealAad(storeId, place, DEFLATED), DEFLATED)
    : encrypt(key, plain, sealAad(storeId, place, VERSION));
}

function openText(key: KeyObject, storeId: string, place: SealContext, sealed: Buffer): string {
  if (sealed[0] !== DEFLATED) return decrypt(key, sealed, sealAad(storeId, place, VERSION)).toString();
  return inflateRawSync(decrypt(key, sealed, sealAad(storeId, place, DEFLATED), DEFLATED)).toString();
}

const macInput = (storeId: string, { table, name }: SealContext, text: string) =>
  JSON.stringify([VERSION, storeId, table, name, text]);

/** A store's keys, ready for use. */
export interface DataKey {
  readonly sealing: KeyObject;
  /** A separate key from the one that encrypts, so that neither use can weaken the other. */
  readonly mac: KeyObject;
}

export function dataKeyOf(bytes: Buffer): DataKey {
  const sealing = createSecretKey(bytes);
  const mac = hkdfSync('sha256', sealing, '', 'outstep mac', DATA_KEY_LENGTH);
  return { sealing, mac: createSecretKey(Buffer.from(mac)) };
}

/** A data key that none of the configured master keys opens. */
export class UnknownMasterKey extends Error {
  constructor(storeId: string, masterKeyId: string) {
    super(`data key of store ${storeId} is wrapped by master key ${masterKeyId}, which is not configured`);
  }
}

/** Master keys: the first wraps, all of them open. */
export class KeyWrapper {
  readonly #current: MasterKey;
  readonly #byId: Map<string, MasterKey>;

  constructor(current: MasterKey, previous: readonly MasterKey[] = []) {
    this.#current = current;
    this.#byId = new Map([current, ...previous].map((key) => [key.id, key]));
  }

  get currentId() {
    return this.#current.id;
  }

  /** The IDs of all master keys, the current one first. */
  get ids(): readonly string[] {
    return [...this.#byId.keys()];
  }

  /** Whether this master key is configured. */
  knows(masterKeyId: string): boolean {
    return this.#byId.has(masterKeyId);
  }

  newDataKey(storeId: string): WrappedKey {
    return this.wrap(storeId, randomBytes(DATA_KEY_LENGTH));
  }

  wrap(storeId: string, dataKey: Buffer): WrappedKey {
    return {
      wrapped: encrypt(this.#current.key, dataKey, wrapAad(storeId, this.#current)),
      masterKeyId: this.#current.id,
    };
  }

  unwrap(storeId: string, { wrapped, masterKeyId }: WrappedKey): Buffer {
    const master = this.#byId.get(masterKeyId);
    if (!master) throw new UnknownMasterKey(storeId, masterKeyId);
    return decrypt(master.key, wrapped, wrapAad(storeId, master));
  }
}

/** A sealed value is bound to its table and name and opens nowhere else. */
export function createVault(storeId: string, dataKey: () => Promise<DataKey>): Vault {
  return {
    async unlock() {
      const { sealing, mac } = await dataKey();
      return {
        seal: (place, plain) => encrypt(sealing, Buffer.from(plain), sealAad(storeId, place, VERSION)),
        sealDeflated: (place, plain) => sealDeflated(sealing, storeId, place, plain),
        open: (place, sealed) => openText(sealing, storeId, place, sealed),
        mac: (place, text) =>
          createHmac('sha256', mac)
            .update(macInput(storeId, place, text))
            .digest(),
      };
    },
  };
}
