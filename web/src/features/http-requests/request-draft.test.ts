import { expect, test } from 'vitest';
import { fromRequestDraft, missingValues, toRequestDraft } from './request-draft.ts';
import { emptyValues, type RequestValues } from './request-form.ts';

const CANARY = 'sk_live_51Hq8Zt0canaryCANARY99';

const saved: RequestValues = {
  ...emptyValues,
  name: 'Warehouse',
  url: 'https://warehouse.example/orders',
  headers: [
    { name: 'Authorization', value: 'Bearer ********' },
    { name: 'X-Shop', value: 'tea' },
  ],
  body: '{"token":"********"}',
};

const draftOf = (changes: Partial<RequestValues>) => toRequestDraft({ ...saved, ...changes }, saved);

test.each<[string, Partial<RequestValues>]>([
  ['a header that is called a credential', { headers: [{ name: 'X-Api-Key', value: CANARY }] }],
  ['a header that is called nothing of the kind', { headers: [{ name: 'X-Shop', value: CANARY }] }],
  ['a literal in Liquid', { headers: [{ name: 'X-Shop', value: `{{ "${CANARY}" }}` }] }],
  ['a query', { url: `https://warehouse.example/orders?api_key=${CANARY}` }],
  ['a login in the address', { url: `https://tea:${CANARY}@warehouse.example/orders` }],
  ['a member of the body', { body: `{"password":"${CANARY}"}` }],
  ['a form in the body', { body: `client_secret=${CANARY}&a=b` }],
  ['a body that is no JSON yet', { body: `{"password": "${CANARY}` }],
  ['test values', { testVariables: `{"apiKey":"${CANARY}"}` }],
  ['test values that are no JSON yet', { testVariables: `{"apiKey":"${CANARY}"` }],
  [
    'another text that repeats it',
    { headers: [{ name: 'Authorization', value: `Bearer ${CANARY}` }], body: CANARY, description: CANARY },
  ],
])('a credential typed into %s is not kept', (_where, changes) => {
  expect(JSON.stringify(draftOf(changes))).not.toContain(CANARY);
});

test('names what is not kept, restores it as saved, and empties such headers', () => {
  const draft = draftOf({
    name: 'Warehouse 2',
    headers: [
      { name: 'Authorization', value: `Bearer ${CANARY}` },
      { name: 'X-Shop', value: 'tea' },
    ],
    body: `{"password":"${CANARY}"}`,
  });
  expect(missingValues(draft)).toEqual({ headers: ['Authorization'], texts: ['body'] });
  expect(fromRequestDraft(draft, saved)).toEqual({
    ...saved,
    name: 'Warehouse 2',
    headers: [
      { name: 'Authorization', value: '' },
      { name: 'X-Shop', value: 'tea' },
    ],
  });
});

test('masks, references and plain texts are kept', () => {
  const values: RequestValues = {
    ...saved,
    description: 'Tells the warehouse',
    url: 'https://warehouse.example/orders/{{ variables.order.id }}',
    headers: [...saved.headers, { name: 'X-Api-Key', value: '{{ secrets.WAREHOUSE }}' }],
    body: '{"token":"********","order":"{{ variables.order.id }}"}',
    testVariables: '{"order":{"id":"1001"}}',
  };
  const draft = toRequestDraft(values, saved);
  expect(missingValues(draft)).toEqual({ headers: [], texts: [] });
  expect(fromRequestDraft(draft, saved)).toEqual(values);
});
