import { z } from 'zod';
import { id, time } from '../../kernel/id.ts';
import { jsonObject } from '../../kernel/json.ts';
import { operatorOperation } from '../../kernel/operation.ts';
import { storedInputs } from '../delivery/ledger/customer-data.store.ts';
import { contentOfInput, stepInputSealContext } from '../delivery/ledger/step-input.rules.ts';
import { requestsWithTestVariables } from '../http-requests/erase-test-variables.ts';
import { filesNamed } from '../library/files/files.store.ts';
import { actionTypes, received, statuses } from '../records/history/history.schema.ts';
import { receivedStatusOf, recipientMac } from '../records/history/recipients.rules.ts';
import { searchByRecipient } from '../records/history/recipients.store.ts';
import { capturedMails } from '../sending/capture/capture.store.ts';
import {
  capturedContents,
  capturedSealContext,
  capturedSummaries,
} from '../sending/capture/captured-mail.ts';
import { findAddressStatus } from '../sending/unsubscribes/find-unsubscribed.ts';
import { customerAddress } from './customers.schema.ts';
import { containsAddress, writtenAddressPattern } from './match-address.rules.ts';

const held = z.object({
  executionId: id,
  actionType: z.enum(actionTypes).nullable(),
  actionConfigName: z.string().nullable(),
  status: z.enum(statuses).nullable(),
  createdAt: time,
  input: jsonObject.describe('Input of the step.'),
});

const addressed = z.object({
  executionId: id,
  actionConfigName: z.string(),
  status: z.enum(statuses),
  received: z.enum(received),
  createdAt: time,
});

const captured = z.object({
  executionId: id,
  capturedAt: time,
  subject: z.string(),
  text: z.string().describe('Plain text of the email.'),
});

const MS_PER_DAY = 86_400_000;
/** More than anyone reads, and the most that one response should hold. */
const MOST_MAILS = 10_000;

/** Everything that is stored about one customer (contract: Unsubscribing and erasing 5). */
export const exportCustomer = operatorOperation({
  name: 'export_customer',
  summary: 'Export what is stored about a customer, found by email address.',
  command: { words: ['customer', 'export'], store: 'flag' },
  app: [{ method: 'POST', path: '/customers/export', role: 'owner' }],
  stepUp: true,
  input: z.object({ email: customerAddress }),
  whileSuspended: true,
  output: z.object({
    email: z.string(),
    steps: z.array(held),
    mails: z
      .array(addressed)
      .describe(`Emails addressed to the customer, newest first, at most ${MOST_MAILS}.`),
    captured: z.array(captured).describe('Emails in the test inbox that contain the address.'),
    unsubscribed: z
      .object({ since: time, source: z.string() })
      .nullable()
      .describe('When and how the customer unsubscribed from marketing email.'),
    suppressed: z
      .object({ since: time, reason: z.string() })
      .nullable()
      .describe('When and why the address was suppressed, so that it receives no email at all.'),
    files: z.array(z.string()).describe('Uploaded files whose names contain the address.'),
    testVariables: z.array(z.string()).describe('HTTP requests whose test variables contain the address.'),
  }),
  async run({ db, vault, now }, { email }) {
    const open = await vault.unlock();
    const isTheirs = containsAddress(email);
    const steps: z.output<typeof held>[] = [];
    for await (const page of storedInputs(db, now())) {
      for (const { sealed, hasEnded: _, ...execution } of page) {
        const input = contentOfInput(open.open(stepInputSealContext(execution.executionId), sealed));
        if (isTheirs(input)) steps.push({ ...execution, input });
      }
    }
    const kept: z.output<typeof captured>[] = [];
    for await (const page of capturedMails(db, now())) {
      for (const { id: mailId, executionId, capturedAt, summary, content } of page) {
        const shown = capturedSummaries.read(open.open(capturedSealContext(mailId, 'summary'), summary));
        const whole = capturedContents.read(open.open(capturedSealContext(mailId, 'content'), content));
        if (isTheirs(shown) || isTheirs(whole))
          kept.push({ executionId, capturedAt, subject: shown.subject, text: whole.text });
      }
    }
    const search = {
      mac: recipientMac(open, email),
      from: new Date(0),
      until: new Date(now().getTime() + MS_PER_DAY),
    };
    const found = await searchByRecipient(
      db,
      { ...search, actionConfigId: null, workflow: null },
      MOST_MAILS,
      0,
    );
    const mails = found.rows.map((row) => ({
      ...{ executionId: row.id, actionConfigName: row.actionConfigName, status: row.status },
      ...{ received: receivedStatusOf(row), createdAt: row.createdAt },
    }));
    const unsubscribes = await findAddressStatus({ db, vault }, email);
    const pattern = writtenAddressPattern(email);
    return {
      value: {
        ...{ email, steps, mails, captured: kept, ...unsubscribes },
        files: await filesNamed(db, pattern),
        testVariables: await requestsWithTestVariables({ db, vault }, isTheirs),
      },
    };
  },
});
