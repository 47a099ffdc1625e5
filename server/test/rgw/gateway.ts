import type { AllFiles } from '../../src/adapters/blobs/all-files.ts';
import { openFiles } from '../../src/adapters/blobs/open-files.ts';
import { readFileLocation } from '../../src/kernel/file-location.ts';
import { CephGateway } from '../harness/ceph-gateway.ts';
import { Scratch } from '../harness/scratch.ts';
import { ByteProxy } from './byte-proxy.ts';

export interface Gateway {
  ceph: CephGateway;
  /** A proxy to it that can alter bytes. */
  proxy: ByteProxy;
  open(place: string, options?: string): AllFiles;
  /** The same through the proxy. */
  openThroughProxy(place: string): AllFiles;
  close(): Promise<void>;
}

export async function startGateway(buckets: string[]): Promise<Gateway> {
  const scratch = await Scratch.open('rgw');
  try {
    const ceph = await CephGateway.start(scratch);
    for (const bucket of buckets) await ceph.makeBucket(bucket);
    const proxy = await ByteProxy.to(ceph.port);
    // Where the SDK in this process looks first.
    Object.assign(process.env, ceph.credentials);
    const openAt = (place: string, endpoint: string, options = '') =>
      openFiles(readFileLocation(`s3://${place}?endpoint=${endpoint}${options}`));
    return {
      ceph,
      proxy,
      open: (place, options) => openAt(place, ceph.endpoint, options),
      openThroughProxy: (place) => openAt(place, proxy.endpoint),
      async close() {
        await proxy.close();
        await scratch.close();
      },
    };
  } catch (error) {
    await scratch.close();
    throw error;
  }
}
