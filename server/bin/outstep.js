#!/usr/bin/env node
// Plain JavaScript, so that a Node that is too old can still read what it is told.
import { existsSync } from 'node:fs';

const OLDEST = 24;
if (Number.parseInt(process.versions.node, 10) < OLDEST) {
  process.stderr.write(`outstep: Node ${OLDEST} or newer is needed; this is ${process.versions.node}\n`);
  process.exit(1);
}
// In a clone the sources run as they are. Node strips no types from what is installed, so the package has them compiled.
const sources = new URL('../src/main.ts', import.meta.url);
await import(existsSync(sources) ? sources.href : new URL('../dist/main.js', import.meta.url).href);
