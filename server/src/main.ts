#!/usr/bin/env node
import { runCommand, sentenceOf } from './processes/command-line/command-line.ts';

await runCommand(process.argv.slice(2), process).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    process.stderr.write(`outstep: ${sentenceOf(error)}\n`);
    // Explicitly: connections that a failed API has opened would keep the process alive.
    process.exit(1);
  },
);
