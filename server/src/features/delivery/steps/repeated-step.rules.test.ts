import { expect, test } from 'vitest';
import { differingMembers } from './repeated-step.rules.ts';

const given = {
  ...{ to: [{ name: '', address: 'anna@customer.example' }], cc: [], bcc: [], locale: null },
  variables: { order: { id: 1, name: 'x' } },
};
const step = (input: object | null, actionConfigId: string | null = 'a') => ({
  ...{ actionType: 'EMAIL' as const, actionConfigId },
  input: input && JSON.stringify({ v: 2, ...input }),
});
const { variables, ...asked } = given;
/** The stored form of the input once the email is rendered. */
const plan = { variables, locale: 'en', to: [], messages: given.to };

test.each([
  ['the same input', step(given), step(given), []],
  [
    'another order of members',
    step(given),
    step({ ...given, variables: { order: { name: 'x', id: 1 } } }),
    [],
  ],
  ['another layout', step(given), step(given, 'b'), ['layoutId']],
  ['a value', step(given), step({ ...given, variables: { order: { id: 2, name: 'x' } } }), ['variables']],
  ['a member that was not sent then', step(given), step({ ...given, workflow: 'Paid' }), ['workflow']],
  ['a member that is not sent now', step({ ...given, workflow: 'Paid' }), step(given), ['workflow']],
  ['a plan, by what was asked', step({ ...plan, asked }), step({ ...given, locale: 'de' }), ['locale']],
  ['the plan of an earlier release, by its variables', step(plan), step({ ...given, locale: 'de' }), []],
  ['an erased input, by its layout', step(null), step({ ...given, locale: 'de' }, 'b'), ['layoutId']],
])('compares %s (contract: Workflow platforms 10)', (_, first, again, differing) => {
  expect(differingMembers(first, again)).toEqual(differing);
});

test('compares nothing once history has dropped the run', () => {
  expect(differingMembers({ actionType: null, actionConfigId: null, input: null }, step(given))).toEqual([]);
});
