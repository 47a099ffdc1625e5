#!/usr/bin/env node
import { runCommand, sentenceOf } from './processes/commands/command-line.ts';

await runCommand(process.argv.slice(2), process).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    process.stderr.write(`outstep: ${sentenceOf(error)}\n`);
    // Not by leaving it to the event loop: what an API that cannot start has opened would keep it here for ever.
    process.exit(1);
  },
);
