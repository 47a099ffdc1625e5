import { startEngine } from '../server/test/harness/engine.ts';
import { OUTSIDE } from './cpu.ts';
import { startMailSink } from './mail-sink.ts';
import { openStores } from './mails.ts';
import { openStage } from './stage.ts';
import { type StepCall, signed } from './step-load.ts';
import { startTarget } from './steps.ts';

const STORES = 20;
const ORDER = { order: { id: 1001, lines: [{ sku: 'A-1', quantity: 2 }], email: 'ann@example.com' } };

/**
 * One installation with an API and a worker. Its stores can run HTTP steps and send emails to one recipient.
 */
export async function openHttpAndMailBench() {
  const engine = await startEngine();
  const target = await startTarget();
  const sink = await startMailSink();
  const stage = await openStage({
    OUTSTEP_OUTBOUND_ALLOW: '127.0.0.0/8',
    OUTSTEP_LOG_LEVEL: 'info',
    ...engine.env,
  });

  async function close() {
    sink.close();
    target.close();
    await stage.close();
    await engine.close();
  }

  async function open() {
    const worker = stage.startWorker();
    const origin = await stage.startApi();
    await worker;
    const stores = await openStores(stage, origin, sink.port, STORES);
    const requests = await Promise.all(
      stores.map(async ({ storeId }) => {
        await stage.setSecret(storeId, 'WAREHOUSE', 'a-token-of-the-warehouse');
        return stage.newHttpRequest(storeId, `${target.plain}/orders/{{ variables.order.id }}`);
      }),
    );
    let turn = 0;
    const next = (action: string, fieldsOf: (at: number) => object) => (): StepCall => {
      const at = turn++;
      const { storeId, secret } = stores[at % STORES] as (typeof stores)[number];
      const fields = { runId: `run-${at}`, stepId: 'step', ...fieldsOf(at) };
      return signed(`${origin}/platforms/generic/${storeId}/${action}`, secret, fields);
    };
    return {
      nextHttpStep: next('http-request', (at) => ({ requestId: requests[at % STORES], variables: ORDER })),
      nextMail: next('send-email', (at) => ({
        layoutId: stores[at % STORES]?.layoutId,
        to: [`to-${at}@customer.example`],
        variables: { name: 'Ann' },
      })),
    };
  }

  try {
    return {
      ...(await open()),
      engine,
      url: stage.url,
      /** The role of each process, by process ID. */
      parts: new Map([...stage.parts, [engine.process.child.pid as number, 'engine'], [target.pid, OUTSIDE]]),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
