import { z } from 'zod';
import type { FanOut } from '../../src/features/delivery/ledger/fan-out.ts';
import { laneOfSender } from '../../src/features/delivery/ledger/lanes.rules.ts';
import { OperationError } from '../../src/kernel/error.ts';
import { versioned } from '../../src/kernel/versioned.ts';
import { plainMessage } from '../harness/plain-message.ts';

const fakePlan = z.object({
  name: z.string(),
  isBusy: z.boolean(),
  messages: z.number(),
  senderId: z.string(),
  connections: z.number(),
});
type FakePlan = z.output<typeof fakePlan>;

export const fakePlans = versioned<FakePlan>('plan of a test', fakePlan);

const SENDING_MS = 10_000;

/** Steps that were rejected once with a request to retry later. */
const refusedOnce = new Set<string>();

/** Sends to a server that may reject a message, or accept one without ever answering. */
export const fakeSender = (serverUrl: string): FanOut<FakePlan> => ({
  plans: fakePlans,
  planningMs: 10_000,
  sendingMs: SENDING_MS,
  unknownIsSent: () => false,
  countOf: ({ messages }) => messages,
  responseOf: () => null,
  nameOf: (_plan, position) => `message ${position}`,
  async plan(_ctx, { input }) {
    const plan = fakePlans.read(input);
    const { name, isBusy, messages, senderId, connections } = plan;
    if (isBusy && !refusedOnce.has(name)) {
      refusedOnce.add(name);
      throw new OperationError('unavailable', plainMessage('too busy to plan'));
    }
    const note = {
      ...{
        locale: null,
        recipients: [],
        request: null,
        timeline: [],
        warnings: [],
        addressed: [],
        captured: false,
        words: [],
      },
      version: null,
    };
    return { plan, messages, units: 0, ...laneOfSender(senderId, connections), note };
  },
  leave: async () => undefined,
  async send(_ctx, plan, { position }, beforeData) {
    const name = `${plan.name}/${position}`;
    const signal = AbortSignal.timeout(SENDING_MS);
    const headers = { 'x-sender': plan.senderId };
    const asked = await fetch(`${serverUrl}/ask/${name}`, { signal, headers }).catch(() => null);
    await asked?.body?.cancel();
    if (!asked?.ok)
      return { state: 'failed', sentence: plainMessage('the server turned it away'), again: true };
    if (!(await beforeData()))
      return { state: 'failed', sentence: plainMessage('somebody else has it'), again: true };
    try {
      const answer = await fetch(`${serverUrl}/data/${name}`, {
        method: 'POST',
        body: 'message',
        signal,
        headers,
      });
      await answer.text();
      return { state: 'sent' };
    } catch {
      return { state: 'unknown', sentence: plainMessage('the server did not answer') };
    }
  },
});
