import { buffer } from 'node:stream/consumers';
import { readUpload } from '../../adapters/uploads/read-upload.ts';
import { lowerPriority } from './lower-priority.ts';

lowerPriority();

/** Reads one upload from standard input, writes a line of JSON and then the bytes to store, and exits. */
const upload = await readUpload(await buffer(process.stdin));
const { bytes, ...told } = 'reason' in upload ? { ...upload, bytes: Buffer.alloc(0) } : upload;
process.stdout.write(`${JSON.stringify(told)}\n`);
process.stdout.write(bytes);
