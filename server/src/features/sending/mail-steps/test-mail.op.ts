import { z } from 'zod';
import { notFound } from '../../../kernel/error.ts';
import { existingId } from '../../../kernel/id.ts';
import { operatorOperation } from '../../../kernel/operation.ts';
import { stepAnswer } from '../../delivery/steps/steps.schema.ts';
import { findWholeLayout } from '../../layouts/content/layouts.store.ts';
import { stateOf } from '../../layouts/saving/save-layout.ts';
import { acceptTest } from './accept-test.ts';
import { sendEmailInput } from './sending.schema.ts';

const { layoutId, senderId, locale } = sendEmailInput.shape;

export const testMail = operatorOperation({
  name: 'test_mail',
  summary: 'Send the mail of a saved layout to one address, with the test variables of its language.',
  description:
    'It goes through the sender of the store, on the same way as every other mail; history calls it a test. A store that never had a sender captures it.',
  command: { words: ['mail', 'test'], store: 'flag' },
  input: z.object({ layout: layoutId, to: sendEmailInput.shape.to.element, locale, sender: senderId }),
  output: stepAnswer,
  async run(ctx, { layout, to, locale: wanted, sender }) {
    const stored = await findWholeLayout(ctx.db, existingId(layout));
    if (!stored) throw notFound();
    return acceptTest(ctx, {
      ...{ layoutId: stored.row.id, name: stored.row.name, state: stateOf(stored), isSaved: true },
      ...{ to, locale: wanted ?? undefined, senderId: sender ?? undefined, variables: undefined },
    });
  },
});
