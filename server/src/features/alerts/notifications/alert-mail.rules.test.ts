import { expect, test } from 'vitest';
import { signalReasons } from '../../access/signals/signals.schema.ts';
import type { WatchedCause } from '../alerts/alerts.schema.ts';
import { alertMail } from './alert-mail.rules.ts';

const at = new Date('2026-11-17T09:05:30Z');
const watch = (fields: Partial<WatchedCause> = {}): WatchedCause => ({
  ...{ id: 'id', kind: 'failures', cause: 'c', source: 'EMAIL', reason: 'unreachable', detail: '' },
  ...{ senderId: null, configIds: [], moreConfigs: false, count: 12, firstId: 'a', lastId: 'b' },
  ...{ firstAt: at, lastAt: at, recent: [], quietSeconds: 900, lookAt: at },
  ...{ openedAt: at, closedAt: null, closedWhy: null, ...fields },
});
const page = 'https://app.example/stores/1/alerts';

test('names the cause, count, first and last occurrence and where to look', () => {
  expect(alertMail([{ event: 'opened', watch: watch() }], 'en', page)).toEqual({
    subject: 'Outstep: emails or HTTP requests are failing',
    text: `Emails in one of your stores are failing: the server cannot be reached.
Runs so far: 12. First: 2026-11-17 09:05 UTC. Last: 2026-11-17 09:05 UTC.

View details and change your notifications:
${page}
`,
  });
});

test('names the resolved cause, also in German', () => {
  const closed = watch({
    closedAt: at,
    closedWhy: 'recovered',
    reason: 'quota',
    kind: 'quota',
    detail: '80',
    firstId: null,
  });
  const { subject, text } = alertMail([{ event: 'closed', watch: closed }], 'de', page);
  expect(subject).toBe('Outstep: Behoben: Hoher Kontingentverbrauch in einem Shop');
  expect(text).toContain(
    'Dieses Problem ist behoben:\n80 % des Kontingents eines Ihrer Shops sind verbraucht.\n\n',
  );
});

test('combines many alerts in one email of readable length', () => {
  const told = Array.from({ length: 51 }, () => ({ event: 'opened' as const, watch: watch() }));
  const { subject, text } = alertMail(told, 'en', page);
  expect(subject).toBe('Outstep: 51 alerts in one of your stores');
  expect(text).toContain('And 41 more.');
});

test.each(['en', 'de'] as const)('has a sentence for every reason in %s', (language) => {
  for (const reason of signalReasons) {
    const { text } = alertMail([{ event: 'opened', watch: watch({ reason, detail: 'X1' }) }], language, page);
    expect(text.split('\n')[0]).toMatch(/^[A-Z0-9ÄÖÜ].{20,}\.$/);
  }
});
