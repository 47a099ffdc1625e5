import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** A fault in the handling of one request. */
export type BucketFault =
  /** The body ends early, and its length matches that. */
  | 'shortened'
  /** The connection breaks in the middle of the body. */
  | 'broken'
  /** One byte of the body is changed. */
  | 'altered'
  /** No response is ever sent. */
  | 'silent'
  /** Half of the body arrives, and then no more bytes. */
  | 'stalled'
  /** 503, as from an overloaded server. */
  | 'busy'
  /** The operation is done, and the connection breaks before the response. */
  | 'unanswered';

interface StoredObject {
  bytes: Buffer;
  headers: Record<string, string>;
  at: Date;
}

interface BucketRequest {
  method: string;
  url: URL;
  headers: IncomingMessage['headers'];
  body: Buffer;
}

const PAGE = 3;
const KEPT_HEADERS = /^x-amz-(meta-|server-side-encryption)/;
const element = (name: string, text: string) => `<${name}>${text}</${name}>`;
const failure = (code: string) => `<?xml version="1.0"?><Error>${element('Code', code)}</Error>`;

/**
 * As much of S3 as we use, in memory, failing on demand. It doesn't prove that we speak S3 correctly (the
 * nightly suite tests that with Ceph), but a real server doesn't fail on demand.
 */
export class BucketServer {
  readonly objects = new Map<string, StoredObject>();
  readonly uploads = new Map<
    string,
    { name: string; at: Date; parts: Map<number, Buffer> } & Pick<StoredObject, 'headers'>
  >();
  readonly asked: BucketRequest[] = [];
  /** Called before each response. */
  fault: (asked: BucketRequest) => BucketFault | null = () => null;
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(): Promise<BucketServer> {
    const server = createServer();
    const bucket = new BucketServer(server);
    server.on('request', (request, response) => void bucket.#answer(request, response));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return bucket;
  }

  get endpoint(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close() {
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, 'close');
  }

  async #answer(request: IncomingMessage, response: ServerResponse) {
    const body = await buffer(request).catch(() => null);
    if (!body) return;
    const url = new URL(request.url ?? '', this.endpoint);
    const asked = { method: request.method ?? '', url, headers: request.headers, body };
    this.asked.push(asked);
    const fault = this.fault(asked);
    if (fault === 'silent') return;
    if (fault === 'busy') return void response.writeHead(503).end(failure('SlowDown'));
    const { status, headers = {}, content = Buffer.alloc(0) } = this.#do(asked);
    if (fault === 'unanswered') return void response.destroy();
    const half = content.subarray(0, content.length >> 1);
    const altered = Buffer.from(content);
    if (fault === 'altered' && altered.length > 0) altered[0] = (altered[0] as number) ^ 1;
    const sent = fault === 'shortened' ? half : altered;
    response.writeHead(status, { 'content-length': sent.length, ...headers });
    if (fault !== 'broken' && fault !== 'stalled') return void response.end(sent);
    response.write(half, () => fault === 'broken' && response.destroy());
  }

  #do(asked: BucketRequest): { status: number; headers?: Record<string, string>; content?: Buffer } {
    const { method, url, headers, body } = asked;
    const refuse = (status: number, code: string) => ({ status, content: Buffer.from(failure(code)) });
    const xml = (text: string) => ({ status: 200, content: Buffer.from(`<?xml version="1.0"?>${text}`) });
    if (!headers.authorization?.startsWith('AWS4-HMAC-SHA256 Credential='))
      return refuse(403, 'AccessDenied');
    if (headers['x-amz-content-sha256'] !== createHash('sha256').update(body).digest('hex'))
      return refuse(400, 'XAmzContentSHA256Mismatch');
    const [, bucket, ...path] = decodeURIComponent(url.pathname).split('/');
    if (bucket !== 'files') return refuse(404, 'NoSuchBucket');
    const name = path.join('/');
    const query = url.searchParams;
    const uploadId = query.get('uploadId');
    const upload = uploadId === null ? undefined : this.uploads.get(uploadId);
    if (uploadId !== null && !upload) return refuse(404, 'NoSuchUpload');
    const kept = Object.fromEntries(
      Object.entries(headers).filter(([each]) => KEPT_HEADERS.test(each)),
    ) as Record<string, string>;
    if (query.has('uploads')) {
      if (method === 'GET') return xml(this.#unfinished(query.get('prefix') ?? ''));
      const id = randomUUID();
      this.uploads.set(id, { name, at: new Date(), parts: new Map(), headers: kept });
      return xml(element('InitiateMultipartUploadResult', element('UploadId', id)));
    }
    if (upload && uploadId !== null) {
      if (method === 'PUT') {
        upload.parts.set(Number(query.get('partNumber')), body);
        return { status: 200, headers: { etag: '"part"' } };
      }
      this.uploads.delete(uploadId);
      if (method === 'DELETE') return { status: 204 };
      const parts = [...upload.parts].sort(([a], [b]) => a - b).map(([, bytes]) => bytes);
      this.objects.set(name, { bytes: Buffer.concat(parts), headers: upload.headers, at: new Date() });
      return xml(element('CompleteMultipartUploadResult', element('ETag', 'whole')));
    }
    if (query.get('list-type') === '2')
      return xml(this.#page(query.get('prefix') ?? '', query.get('continuation-token') ?? ''));
    if (method === 'PUT') {
      this.objects.set(name, { bytes: body, headers: kept, at: new Date() });
      return { status: 200, headers: { etag: '"whole"' } };
    }
    if (method === 'DELETE') {
      this.objects.delete(name);
      return { status: 204 };
    }
    const found = this.objects.get(name);
    if (!found) return refuse(404, 'NoSuchKey');
    const about = { ...found.headers, 'last-modified': found.at.toUTCString() };
    if (method === 'HEAD')
      return { status: 200, headers: { ...about, 'content-length': `${found.bytes.length}` } };
    return { status: 200, headers: about, content: found.bytes };
  }

  #page(prefix: string, after: string): string {
    const names = [...this.objects.keys()].filter((name) => name.startsWith(prefix) && name > after).sort();
    const page = names.slice(0, PAGE);
    const contents = page.map((name) => {
      const { bytes, at } = this.objects.get(name) as StoredObject;
      const about = element('LastModified', at.toISOString()) + element('Size', `${bytes.length}`);
      return element('Contents', element('Key', name) + about);
    });
    const hasMore = names.length > PAGE;
    const next = hasMore ? element('NextContinuationToken', page.at(-1) ?? '') : '';
    return element('ListBucketResult', element('IsTruncated', `${hasMore}`) + next + contents.join(''));
  }

  #unfinished(prefix: string): string {
    const uploads = [...this.uploads].filter(([, { name }]) => name.startsWith(prefix));
    const listed = uploads.map(([id, { name, at }]) =>
      element(
        'Upload',
        element('Key', name) + element('UploadId', id) + element('Initiated', at.toISOString()),
      ),
    );
    return element('ListMultipartUploadsResult', element('IsTruncated', 'false') + listed.join(''));
  }
}
