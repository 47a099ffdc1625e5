import type { ChaosStore } from './stores.ts';

const kinds = ['marketing', 'transactional', 'call'] as const;
const MOST_RECIPIENTS = 20;
const FEWEST_RECIPIENTS = 2;
const MOST_ON_RECEIPTS = 3;

/** The step with this number: what the platform sends, and what the judge needs. */
export function stepOf({ requestId, layouts, senders }: ChaosStore, number: number) {
  const kind = kinds[number % kinds.length] as (typeof kinds)[number];
  const name = `${kind}-${number}`;
  // Steps of the same kind are three apart.
  const turn = Math.floor(number / kinds.length);
  const base = { runId: name, stepId: 'step', variables: { name } };
  if (kind === 'call')
    return { kind, name, recipients: [], action: 'http-request', fields: { ...base, requestId } };
  const span = MOST_RECIPIENTS - FEWEST_RECIPIENTS + 1;
  const count = kind === 'marketing' ? FEWEST_RECIPIENTS + (turn % span) : 1 + (turn % MOST_ON_RECEIPTS);
  const recipients = Array.from({ length: count }, (_, i) => `${name}-${i + 1}@customer.example`);
  const [first, second, third] = recipients;
  const whom =
    kind === 'marketing'
      ? { to: recipients }
      : { to: [first], cc: second ? [second] : [], bcc: third ? [third] : [] };
  const fields = { ...base, layoutId: layouts[kind], senderId: senders[turn % senders.length], ...whom };
  return { kind, name, recipients, action: 'send-email', fields };
}
