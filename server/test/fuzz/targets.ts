import fc from 'fast-check';
import type { JsonSchema } from '../../src/kernel/json-schema.ts';
import { EXISTING, goodValue } from './from-schema.ts';
import { hostileName, hostileNumber, hostileText, hostileValue } from './values.ts';

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  schema: JsonSchema;
}

const percent = (text: string) =>
  Buffer.from(text).reduce((all, byte) => `${all}%${byte.toString(16).padStart(2, '0')}`, '');
const isPlain = (sign: string) => /[\w.~!*'()-]/.test(sign);
const encoded = (text: string) => [...text].map((sign) => (isPlain(sign) ? sign : percent(sign))).join('');
/** Percent-encodes what Node refuses to send in a request line. */
const sendable = (text: string) => text.replace(/[^\x21-\xff]/gu, percent);

/** Node's own parser rejects a longer head; `raw.test.ts` covers that. */
const MAX_TARGET = 10_000;

const brokenEncodings = [
  '%',
  '%zz',
  '%ff',
  '%c0%80',
  '%00',
  '%ed%a0%80',
  '%2e%2e%2f',
  '+',
  '%25',
  '%u0041',
  '..',
  '.',
];
const randomId = '0198c0de-0000-7000-8000-0000000000aa';

/** Values of the path parameters other than the ID of a record. */
const pathMemberValues: Readonly<Record<string, string>> = { locale: 'de', version: '1', a: '1', b: '1' };
export const knownMember = (name: string) => pathMemberValues[name] ?? EXISTING;

const member = (name: string): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 80, arbitrary: fc.constant(knownMember(name)) },
    {
      weight: 6,
      arbitrary: fc.constantFrom(randomId, randomId.toUpperCase(), `${randomId}0`, `{${randomId}}`),
    },
    { weight: 7, arbitrary: hostileText.map(encoded) },
    { weight: 7, arbitrary: fc.constantFrom(...brokenEncodings) },
  );

const queryText = (value: unknown) =>
  encoded(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));
const numberTexts = ['1e400', '-0', '0x10', '1.5', '1e3', '٣', ' 1', '99999999999999999999', '-1', 'NaN', ''];
const hostileQueryText = fc.oneof(
  hostileValue.map(queryText),
  hostileNumber.map(String),
  fc.constantFrom(...numberTexts, ...brokenEncodings),
);

/** Duplicates, brackets and unknown names included. */
function queryOf(parameters: Parameter[]): fc.Arbitrary<string> {
  const known = parameters.filter((each) => each.in === 'query');
  const good = known.map(({ name, schema }) =>
    goodValue(schema, name).map((value) => `${name}=${queryText(value)}`),
  );
  const names = [...known.map(({ name }) => name), ...known.map(({ name }) => `${name}[]`)];
  const bad = fc
    .tuple(fc.oneof(fc.constantFrom('q', ...names), hostileName.map(encoded)), hostileQueryText)
    .map(([name, value]) => `${name}=${value}`);
  const anyPair =
    good.length > 0
      ? fc.oneof({ weight: 3, arbitrary: fc.oneof(...good) }, { weight: 2, arbitrary: bad })
      : bad;
  return fc.oneof(
    { weight: 4, arbitrary: fc.constant('') },
    {
      weight: 6,
      arbitrary: fc.array(anyPair, { minLength: 1, maxLength: 4 }).map((pairs) => `?${pairs.join('&')}`),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom('?', '?&&&', '?=', '?a', '?%', '??q=1', '#x', '?q=1#%zz', '?__proto__[a]=1'),
    },
  );
}

const suffix = fc.oneof(
  { weight: 96, arbitrary: fc.constant('') },
  { weight: 4, arbitrary: fc.constantFrom('/', '//', '/x', '%2f', ';a=b', '/../', '/%00', '/.') },
);

/** The target of the request line: the path with good or bad parameters, and a query. */
export function targetOf(path: string, parameters: Parameter[]): fc.Arbitrary<string> {
  const parts = path.split(/\{\w+\}/);
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);
  return fc
    .tuple(fc.tuple(...names.map(member)), suffix, queryOf(parameters))
    .map(([members, end, query]) => {
      const whole = parts.map((part, i) => part + (members[i] ?? '')).join('') + end + query;
      return sendable(whole).slice(0, MAX_TARGET);
    });
}
