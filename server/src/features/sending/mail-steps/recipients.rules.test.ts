import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { messageMatching } from '../../../../test/harness/plain-message.ts';
import type { MailAddress } from '../../../kernel/mail.ts';
import { type RequestedRecipients, recipientHeaders, recipientsOf } from './recipients.rules.ts';

const person = (address: string, name = ''): MailAddress => ({ name, address });
const people = (...addresses: string[]) => addresses.map((address) => person(address));
const asked = (fields: Partial<RequestedRecipients>): RequestedRecipients => ({
  to: [],
  cc: [],
  bcc: [],
  ...fields,
});
const absent = (unsubscribed: string[] = [], suppressed: string[] = []) => ({
  unsubscribed: new Set(unsubscribed),
  suppressed: new Set(suppressed),
});
const crowd = (count: number) =>
  people(...Array.from({ length: count }, (_, i) => `customer-${i + 1}@example.com`));

const ANNA = 'anna@example.com';
const BO = 'bo@example.com';
const CY = 'cy@example.com';

describe('transactional email', () => {
  test('goes to To, Cc and Bcc regardless of unsubscribes (spec: What the service does 9) (contract: Sending 3)', () => {
    const whom = asked({ to: people(ANNA), cc: people(BO), bcc: people(CY) });
    expect(recipientsOf('transactional', whom, absent([ANNA, BO, CY]))).toEqual({
      messages: people(ANNA, BO, CY),
      to: people(ANNA),
      cc: people(BO),
      skipped: [],
      events: [],
    });
  });

  test('goes once to an address listed twice, in any case and field', () => {
    const whom = asked({
      to: [person(ANNA, 'Anna'), person('ANNA@Example.com', 'A.')],
      cc: people('Anna@example.COM', BO),
      bcc: people('bo@EXAMPLE.com'),
    });
    expect(recipientsOf('transactional', whom, absent())).toMatchObject({
      messages: [person(ANNA, 'Anna'), person(BO)],
    });
  });

  test('allows more than 20 recipients', () => {
    expect(recipientsOf('transactional', asked({ to: crowd(100) }), absent())).toHaveProperty(
      'messages.length',
      100,
    );
  });

  test('skips an address that a server permanently rejected, and reports that without naming it', () => {
    const outcome = recipientsOf('transactional', asked({ to: people(ANNA, BO) }), absent([], [ANNA]));
    expect(outcome).toMatchObject({ messages: people(BO), to: people(ANNA, BO) });
    expect(outcome.events).toEqual([
      { event: 'skipped', detail: 'an******@example.com: a mail server permanently rejected this address' },
    ]);
  });
});

describe('marketing email', () => {
  test('skips unsubscribed recipients (spec: What the service does 9a)', () => {
    const outcome = recipientsOf('marketing', asked({ to: people(ANNA, BO) }), absent([ANNA]));
    expect(outcome).toMatchObject({ messages: people(BO) });
    expect(outcome.events).toEqual([{ event: 'skipped', detail: 'an******@example.com: unsubscribed' }]);
  });

  test('skips an address with the spelling that was requested', () => {
    const outcome = recipientsOf('marketing', asked({ to: people('Anna@Example.COM', BO) }), {
      unsubscribed: new Set(['Anna@Example.COM']),
      suppressed: new Set(),
    });
    expect(outcome).toMatchObject({ messages: people(BO) });
  });

  test('is skipped when all To recipients unsubscribed (spec: What the service does 9b)', () => {
    const whom = asked({ to: people(ANNA, BO), cc: people(CY) });
    expect(recipientsOf('marketing', whom, absent([ANNA, BO]))).toMatchObject({
      ended: { status: 'SKIPPED', error: null },
    });
  });

  test.each([
    ['all were refused', [], [ANNA, BO]],
    ['some have unsubscribed and the others were refused', [ANNA], [BO]],
  ])('fails instead of being skipped if %s', (_, unsubscribed, suppressed) => {
    const outcome = recipientsOf(
      'marketing',
      asked({ to: people(ANNA, BO) }),
      absent(unsubscribed, suppressed),
    );
    expect(outcome).toMatchObject({
      ended: { status: 'FAILED', error: messageMatching(/there are no recipients left/) },
    });
  });

  test('counts an unsubscribed and suppressed recipient as unsubscribed', () => {
    expect(recipientsOf('marketing', asked({ to: people(ANNA) }), absent([ANNA], [ANNA]))).toMatchObject({
      ended: { status: 'SKIPPED' },
    });
  });

  test('skips Cc and Bcc and reports that, because its link belongs to another recipient', () => {
    const outcome = recipientsOf(
      'marketing',
      asked({ to: people(ANNA), cc: people(BO), bcc: people(CY) }),
      absent(),
    );
    expect(outcome).toMatchObject({ messages: people(ANNA), cc: [] });
    expect(outcome.events).toEqual([
      {
        event: 'left out',
        detail: messageMatching(
          /^bo\*{6}@example\.com, cy\*{6}@example\.com: marketing emails only go to To/,
        ),
      },
    ]);
  });

  test('goes to 20 recipients per step, and to none above that (spec: What the service does 9c; Limit: Unsubscribe links per step) (contract: Sending 3)', () => {
    expect(recipientsOf('marketing', asked({ to: crowd(20) }), absent())).toHaveProperty(
      'messages.length',
      20,
    );
    expect(recipientsOf('marketing', asked({ to: crowd(21) }), absent())).toMatchObject({
      ended: {
        status: 'FAILED',
        error: 'marketing emails can have at most 20 recipients per step; this step has 21',
      },
    });
  });

  test('counts neither skipped nor repeated recipients toward the limit', () => {
    const to = [...crowd(21), person('CUSTOMER-2@example.com')];
    expect(recipientsOf('marketing', asked({ to }), absent(['customer-1@example.com']))).toHaveProperty(
      'messages.length',
      20,
    );
  });
});

describe('one message to all recipients in the headers', () => {
  test('lists each recipient in the requested field, without revealing Bcc', () => {
    const whom = { to: people(ANNA), cc: people(BO) };
    expect(recipientHeaders(people(ANNA, BO, CY), whom)).toEqual({ ...whom, bcc: people(CY) });
  });

  test('lists exactly the actual recipients, each once', () => {
    const address = fc.constantFrom(...'aAbBcCdDeE').map((name) => `${name}@example.com`);
    const anybody = fc.array(address).map((addresses) => people(...addresses));
    const whom = fc.record({ to: anybody, cc: anybody, bcc: anybody });
    fc.assert(
      fc.property(whom, fc.array(address), (given, suppressed) => {
        const got = recipientsOf('transactional', given, absent([], suppressed));
        if ('ended' in got) return;
        const plain = (addresses: MailAddress[]) => addresses.map((each) => each.address.toLowerCase());
        const { to, cc, bcc } = recipientHeaders(got.messages, got);
        expect(plain([...to, ...cc, ...bcc]).toSorted()).toEqual(plain(got.messages).toSorted());
      }),
    );
  });
});
