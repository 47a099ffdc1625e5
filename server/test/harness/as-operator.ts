import type { OperatorContext } from '../../src/kernel/operation.ts';

/** Who runs a verb in a test; none of those that tests run asks for people. */
export const asOperator: Pick<OperatorContext, 'via' | 'actor' | 'audit' | 'people'> = {
  via: 'command',
  actor: { type: 'operator', id: 'operator', name: 'operator' },
  audit: async () => {},
  people: undefined as never,
};
