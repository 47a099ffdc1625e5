import type { UseFormReturnType } from '@mantine/form';
import { useState } from 'react';
import { translateSentence } from '../texts/said.ts';
import { useTexts } from '../texts/texts.tsx';
import { ApiError } from './client.ts';
import { reasonText, useErrorText } from './error-text.ts';

/** The server names a field `headers[0].name`, a form `headers.0.name`. */
export const formPath = (field: string) => field.replace(/\[(\d+)\]/g, '.$1');

/**
 * Sends a form. Rejected fields of the form show their reasons, anything else becomes the form's `failure`.
 * The first rejected field gets the focus.
 */
export function useSubmit<Values extends Record<string, unknown>>(
  form: UseFormReturnType<Values>,
  send: (values: Values) => Promise<unknown>,
) {
  const texts = useTexts();
  const errorText = useErrorText();
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  const put = (error: unknown) => {
    const fields = error instanceof ApiError ? Object.entries(error.fields) : [];
    const messages = error instanceof ApiError ? error.messages : [];
    const own = fields.filter(([field]) => (field.split(/[.[]/)[0] ?? field) in form.getValues());
    const others = fields.length === 0 || own.length < fields.length;
    form.setErrors(
      Object.fromEntries(
        own.map(([field, reason]) => {
          const told = messages.find((each) => each.field === field);
          return [
            formPath(field),
            (told && reasonText(texts, told)) ?? translateSentence(texts.said, reason),
          ];
        }),
      ),
    );
    setFailure(others ? errorText(error) : null);
    const first = own[0]?.[0];
    if (first) form.getInputNode(formPath(first))?.focus();
  };

  const submit = form.onSubmit(
    async (values) => {
      setBusy(true);
      setFailure(null);
      try {
        await send(values);
      } catch (error) {
        put(error);
      } finally {
        setBusy(false);
      }
    },
    (errors) => form.getInputNode(Object.keys(errors)[0] ?? '')?.focus(),
  );
  return { submit, busy, failure };
}
