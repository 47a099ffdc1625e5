import type { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  type PutObjectCommandInput,
  paginateListObjectsV2,
  S3Client,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import type { BucketLocation } from '../../kernel/file-location.ts';
import { isMissing, toOperationError } from './bucket-errors.ts';

/** Time limits in milliseconds for each request to a bucket, which is attempted at most three times. */
export interface BucketTimeouts {
  connectionTimeout: number;
  /** Maximum silence in both directions. */
  socketTimeout: number;
  /** Until the response begins. */
  requestTimeout: number;
}

const PATIENCE: BucketTimeouts = {
  connectionTimeout: 3_000,
  socketTimeout: 10_000,
  requestTimeout: 30_000,
};
const ATTEMPTS = 3;

/** Larger files are uploaded in parts of this size, two at a time, which limits the memory of an upload. */
const PART_BYTES = 8 * 1024 * 1024;
const PARTS_AT_ONCE = 2;

/** The metadata stored with an object. */
interface ObjectFacts {
  size: number;
  at: Date;
  /** `null` if another program wrote the object. */
  sha256: string | null;
}

export interface ListedObject {
  key: string;
  at: Date;
}

/** The bucket operations that we need, each with a time limit; only this file uses the SDK. */
export interface BucketClient {
  /** The object appears as a whole or not at all. */
  put(key: string, content: Uint8Array | Readable, facts: { size: number; sha256: string }): Promise<void>;
  get(key: string): Promise<(ObjectFacts & { content: Readable }) | null>;
  head(key: string): Promise<ObjectFacts | null>;
  /** Removing a missing object succeeds. */
  remove(key: string): Promise<void>;
  list(prefix: string): AsyncIterable<ListedObject>;
  /** Multipart uploads that were neither completed nor aborted. */
  listUnfinished(prefix: string): AsyncIterable<ListedObject & { uploadId: string }>;
  abort(key: string, uploadId: string): Promise<void>;
}

function createClient({ endpoint, region, style }: BucketLocation, patience: BucketTimeouts): S3Client {
  return new S3Client({
    ...(endpoint !== null && { endpoint }),
    // Self-hosted servers rarely check the region, but signing requires one.
    ...((region ?? endpoint) !== null && { region: region ?? 'us-east-1' }),
    forcePathStyle: style === 'path',
    maxAttempts: ATTEMPTS,
    requestHandler: { ...patience, throwOnRequestTimeout: true },
    // The signature covers the SHA-256 of each body, which every server checks; the checksums that the SDK
    // would add make older servers reject the upload.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
}

function encryptionOf({ encryption }: BucketLocation): Partial<PutObjectCommandInput> {
  if (!encryption) return {};
  const { algorithm, keyId } = encryption;
  return { ServerSideEncryption: algorithm, ...(keyId !== null && { SSEKMSKeyId: keyId }) };
}

interface ObjectResponse {
  ContentLength?: number | undefined;
  LastModified?: Date | undefined;
  Metadata?: Record<string, string> | undefined;
}

const factsOf = ({ ContentLength, LastModified, Metadata }: ObjectResponse): ObjectFacts => ({
  size: ContentLength ?? -1,
  at: LastModified ?? new Date(),
  sha256: Metadata?.['sha256'] ?? null,
});

async function withOperationErrors<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw toOperationError(error);
  }
}

const nullIfMissing = <T>(work: Promise<T>): Promise<T | null> =>
  withOperationErrors(
    work.catch((error) => {
      if (isMissing(error)) return null;
      throw error;
    }),
  );

export function createBucketClient(location: BucketLocation, patience = PATIENCE): BucketClient {
  const client = createClient(location, patience);
  const Bucket = location.name;
  return {
    async put(key, content, { size, sha256 }) {
      const upload = new Upload({
        client,
        partSize: PART_BYTES,
        queueSize: PARTS_AT_ONCE,
        params: {
          ...{ Bucket, Key: key, Body: content, ContentLength: size },
          ...{ ContentType: 'application/octet-stream', Metadata: { sha256 } },
          ...encryptionOf(location),
        },
      });
      await withOperationErrors(upload.done());
    },
    async get(key) {
      const answer = await nullIfMissing(client.send(new GetObjectCommand({ Bucket, Key: key })));
      return answer && { ...factsOf(answer), content: answer.Body as Readable };
    },
    async head(key) {
      const answer = await nullIfMissing(client.send(new HeadObjectCommand({ Bucket, Key: key })));
      return answer && factsOf(answer);
    },
    async remove(key) {
      await nullIfMissing(client.send(new DeleteObjectCommand({ Bucket, Key: key })));
    },
    async *list(prefix) {
      const pages = paginateListObjectsV2({ client }, { Bucket, Prefix: prefix });
      for (;;) {
        const page = await withOperationErrors(pages.next());
        if (page.done) return;
        for (const { Key, LastModified } of page.value.Contents ?? [])
          if (Key !== undefined && LastModified) yield { key: Key, at: LastModified };
      }
    },
    async *listUnfinished(prefix) {
      let after: { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined } | null = {};
      while (after) {
        const command: ListMultipartUploadsCommand = new ListMultipartUploadsCommand({
          ...{ Bucket, Prefix: prefix },
          ...after,
        });
        const page = await withOperationErrors(client.send(command));
        for (const { Key, UploadId, Initiated } of page.Uploads ?? [])
          if (Key !== undefined && UploadId !== undefined && Initiated)
            yield { key: Key, uploadId: UploadId, at: Initiated };
        after = page.IsTruncated
          ? { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker }
          : null;
      }
    },
    async abort(key, uploadId) {
      const command = new AbortMultipartUploadCommand({ Bucket, Key: key, UploadId: uploadId });
      await withOperationErrors(
        client.send(command).catch((error) => {
          // It was completed or aborted in the meantime.
          if (error?.name !== 'NoSuchUpload') throw error;
        }),
      );
    },
  };
}
