import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { logFigure } from '../../../test/harness/log-figure.ts';
import { sized } from '../../../test/harness/size.ts';
import { type Encoder, encoders } from '../../../test/masking/encoders.ts';
import { isLongEnoughToFind, pieceOf, readableAs } from '../../../test/masking/recognize.ts';
import { harmless, names, secrets } from '../../../test/masking/values.ts';
import { message, textOf } from '../../kernel/messages/message.ts';
import type { OutboundOutcome } from '../../kernel/outbound.ts';
import { personalValuesOf, type SensitiveValues } from '../records/history/masking.rules.ts';
import { encodings } from '../records/masking/encodings.rules.ts';
import { maskCall } from './masking-work.rules.ts';

const answered = (change: Partial<Extract<OutboundOutcome, { kind: 'answered' }>>): OutboundOutcome => ({
  kind: 'answered',
  status: 200,
  headers: { 'content-type': 'text/plain' },
  body: '',
  bytes: 0,
  truncated: false,
  redirectTo: null,
  address: '127.0.0.1',
  durationMs: 1,
  ...change,
});

/** Places where a target can put a text, or where errors report it. */
const places: Record<string, (text: string) => OutboundOutcome> = {
  'a header': (text) => answered({ headers: { 'x-echo': `saw ${text.replace(/[\r\n]+/g, ' ')}!` } }),
  'a header name': (text) =>
    /^[!#$%&'*+.^_`|~\w-]+$/.test(text)
      ? answered({ headers: { [`x-${text.toLowerCase()}`]: '1' } })
      : answered({ headers: { 'x-name': text.replace(/[\r\n]+/g, ' ') } }),
  'a cookie': (text) => answered({ headers: { 'set-cookie': `a=${text.replace(/[\r\n]+/g, ' ')}; path=/` } }),
  'a text': (text) => answered({ body: `got: ${text}.` }),
  JSON: (text) => answered({ body: JSON.stringify({ ok: true, echo: [`(${text})`] }) }),
  'a name in JSON': (text) => answered({ body: JSON.stringify({ [`about ${text}`]: { a: 1 } }) }),
  'JSON in JSON': (text) => answered({ body: JSON.stringify({ echo: JSON.stringify({ got: text }) }) }),
  HTML: (text) => answered({ body: `<html><p class="x">${text}</p></html>` }),
  XML: (text) => answered({ body: `<?xml version="1.0"?><a:echo><b>${text}</b></a:echo>` }),
  'a form': (text) => answered({ body: `ok=1&echo=${encodeURIComponent(text)}` }),
  'a redirect': (text) =>
    answered({ status: 302, redirectTo: `https://example.com/?q=${encodeURIComponent(text)}` }),
  'an error': (text) => ({
    ...{ kind: 'failed', reason: 'bad_answer', sent: true, status: null, durationMs: 1 },
    sentence: message('target_answered', { status: text }),
  }),
};

const request = { method: 'GET' as const, url: 'https://example.com/', headers: {}, body: null };
const shown = (outcome: OutboundOutcome, knowledge: SensitiveValues) =>
  maskCall.run({ knowledge, values: { saved: null, wire: request, shown: request, outcome, missing: [] } })
    .shown;

const all = Object.entries(encoders);
const someWhere = fc.constantFrom(...Object.keys(places));
const somehow = fc.constantFrom(...all.map(([name]) => name));
const cut = fc.option(fc.record({ part: fc.double({ min: 0, max: 1, noNaN: true }), fromEnd: fc.boolean() }));

function recognizable(
  value: string,
  knowledge: SensitiveValues,
  how: string,
  where: string,
  cutting: { part: number; fromEnd: boolean } | null,
): string | null {
  const encoder = encoders[how] as Encoder;
  const given = cutting === null ? value : pieceOf(value, cutting.part, cutting.fromEnd);
  if (!isLongEnoughToFind(encoder, given)) return null;
  const outcome = (places[where] as (text: string) => OutboundOutcome)(encoder.encode(given));
  const readable = readableAs(shown(outcome, knowledge), value);
  return readable && `${JSON.stringify(value)} as ${how} in ${where}, read as ${readable}`;
}

const RUNS = sized(300, 10_000);
/** At full size, these take minutes of CPU time, and more on a busy machine. */
const PATIENCE_MS = sized(300_000, 3_600_000);

describe('responses of targets', () => {
  it('are masked under every encoding of the list', () => {
    expect(new Set(all.flatMap(([, { of }]) => of))).toEqual(new Set(encodings));
  });

  it(
    'shows no Unicode secret in any encoding or place, whole or cut (contract: History and stats 13)',
    () => {
      fc.assert(
        fc.property(secrets, somehow, someWhere, cut, (value, how, where, cutting) => {
          const knowledge: SensitiveValues = { secrets: [['S', value]] };
          expect(recognizable(value, knowledge, how, where, cutting)).toBeNull();
        }),
        { numRuns: RUNS },
      );
      logFigure(`0 of ${RUNS} secrets came back`);
    },
    PATIENCE_MS,
  );

  it(
    'shows no name of any script in any encoding or place (contract: History and stats 13)',
    () => {
      fc.assert(
        fc.property(names, somehow, someWhere, (value, how, where) => {
          const personal = personalValuesOf({ customer: { name: value } });
          fc.pre(personal.length > 0);
          expect(recognizable(value, { personal }, how, where, null)).toBeNull();
        }),
        { numRuns: RUNS },
      );
      logFigure(`0 of ${RUNS} names came back`);
    },
    PATIENCE_MS,
  );

  it(
    'leaves harmless values unchanged, except for at most 1 of 200',
    () => {
      const touched: string[] = [];
      const count = sized(800, 20_000);
      const plainly = someWhere.filter((where) => where !== 'a cookie');
      const cases = fc.sample(fc.tuple(harmless, secrets, names, plainly), count);
      for (const [text, secret, name, where] of cases) {
        const outcome = (places[where] as (text: string) => OutboundOutcome)(text);
        const knowledge = {
          secrets: [['S', secret]] as const,
          personal: [{ kind: 'name' as const, value: name }],
        };
        const { error, response } = shown(outcome, knowledge);
        const raw =
          outcome.kind === 'failed'
            ? textOf(outcome.sentence)
            : outcome.body + JSON.stringify(outcome.headers);
        const read =
          outcome.kind === 'failed'
            ? error && textOf(error)
            : `${response?.body}${JSON.stringify(response?.headers)}`;
        if (raw !== read) touched.push(`${text} in ${where}: ${read}`);
      }
      logFigure(`${touched.length} of ${count} harmless texts were touched`);
      expect({ touched, few: touched.length <= 0.005 * count }).toMatchObject({ few: true });
    },
    PATIENCE_MS,
  );
});
