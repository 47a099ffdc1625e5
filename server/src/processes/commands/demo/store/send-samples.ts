import type { StepContext } from '../../../../features/delivery/steps/accept-step.ts';
import { type ExecutionRow, findExecution } from '../../../../features/records/history/history.store.ts';
import { sendEmailStep } from '../../../../features/sending/mail-steps/send-email-step.op.ts';
import type { JsonObject } from '../../../../kernel/json.ts';
import type { Customer } from '../content/customers.rules.ts';
import { stepOfMail } from '../content/workflows.ts';
import type { CreatedLayout, CreatedLayouts } from './create-layouts.ts';

/** The order number in the text of samples. */
export const SAMPLE_ORDER = '7001';

/** In reverse, because the inbox shows the last email first. */
const locales = ['fr', 'de', 'en'];

/** Samples with a missing variable, and its path. */
const warned: Readonly<Record<string, readonly [string, string]>> = {
  'order-confirmation': ['order', 'created_at'],
  'shipping-update': ['shipment', 'expected_on'],
};

/** The variables that a workflow passes to the email: the test variables, but for this customer and order. */
function variablesOf({ testVariables }: CreatedLayout, { firstName, name, city }: Customer): JsonObject {
  const text = JSON.stringify(testVariables).replaceAll('1001', SAMPLE_ORDER).replaceAll('Mary Miller', name);
  const variables = JSON.parse(text.replaceAll('Cork', city)) as JsonObject;
  const order = { name: `#${SAMPLE_ORDER}`, ...(variables['order'] as JsonObject | undefined) };
  const customer = { ...(variables['customer'] as JsonObject | undefined), first_name: firstName };
  return { ...variables, order, customer };
}

function without(variables: JsonObject, [group, member]: readonly [string, string]): JsonObject {
  const { [member]: _, ...rest } = variables[group] as JsonObject;
  return { ...variables, [group]: rest };
}

/**
 * Sends every layout in every language; the test inbox captures them. Returns their executions by layout and
 * language, as templates for the month's emails in history.
 */
export async function sendSamples(
  ctx: StepContext,
  layouts: CreatedLayouts,
  customers: readonly Customer[],
): Promise<ReadonlyMap<string, ExecutionRow>> {
  const samples = new Map<string, ExecutionRow>();
  const send = async (key: string, { id }: CreatedLayout, customer: Customer, variables: JsonObject) => {
    const { locale, name, address } = customer;
    const input = sendEmailStep.input.parse({
      ...{ layoutId: id, runId: ctx.newId(), ...stepOfMail(key), locale },
      ...{ to: [{ name, address }], variables },
    });
    const { value } = await sendEmailStep.run(ctx, input);
    const execution = await findExecution(ctx.db, value.executionId);
    if (execution?.status !== 'SUCCESS') throw new Error(`${key}: ${value.error ?? value.status}`);
    return execution;
  };
  const reached = customers.filter(({ hasNoMailbox, hasUnsubscribed }) => !hasNoMailbox && !hasUnsubscribed);
  for (const locale of locales) {
    const theirs = reached.filter((customer) => customer.locale === locale).values();
    for (const [key, layout] of layouts) {
      const customer = theirs.next().value as Customer;
      const variables = variablesOf(layout, customer);
      const missing = warned[key];
      if (missing)
        samples.set(
          `${key} ${locale} warned`,
          await send(key, layout, customer, without(variables, missing)),
        );
      samples.set(`${key} ${locale}`, await send(key, layout, customer, variables));
    }
  }
  return samples;
}
