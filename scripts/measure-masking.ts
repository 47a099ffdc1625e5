/**
 * Recall and precision of masking over the corpus in `server/test/masking`; `-- --wrong` also lists the
 * mistakes.
 */
import { measure, tablesOf } from '../server/test/masking/measure.ts';

const measured = measure();
process.stdout.write(`${tablesOf(measured)}\n`);
if (process.argv.includes('--wrong'))
  for (const figures of Object.values(measured))
    for (const { kind, wrong } of figures)
      for (const text of wrong) process.stdout.write(`\n${kind}: ${text}`);
