import { readConfig } from '../../src/config.ts';
import { runFanOut } from '../../src/features/delivery/ledger/run-fan-out.ts';
import { createCore } from '../../src/processes/core.ts';
import { createWorker } from '../../src/processes/worker.ts';
import { fakeSender } from './fake-sender.ts';

/** A regular worker with an additional sender whose other end is in the test. */
const sender = fakeSender(process.env['TEST_SERVER_URL'] ?? '');
const core = createCore(readConfig());
const worker = await createWorker(core, { EMAIL: (ctx, work) => runFanOut(ctx, work, sender) });
core.log.info({ port: worker.port }, 'working');
process.on('SIGTERM', async () => {
  await worker.close();
  await core.close();
  process.exit(0);
});
