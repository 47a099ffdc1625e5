import { render } from 'outstep/kernel/messages/render.ts';
import { capitalized, labelField, translateMessage, translateSentence } from '../texts/said.ts';
import { type Texts, useTexts } from '../texts/texts.tsx';
import { ApiError, type FieldMessage } from './client.ts';

type Words = Pick<Texts, 'errors' | 'sentences' | 'reasons' | 'said' | 'messages' | 'versions'>;

/** Why a field was rejected, in the app's own words; `null` where it has none for this code. */
export function reasonText({ reasons, messages, said }: Words, told: FieldMessage): string | null {
  const own = reasons[told.code];
  if (own) return render({ [told.code]: own }, told);
  return messages && translateMessage(messages, said, told);
}

/** The label of a field on the pages, where it has one. */
const nameOf = ({ versions }: Words, field: string) => labelField(versions.fields, field);

/** The messages as text, by their codes; `null` if any of the codes is unknown. */
function textOfMessages(words: Words, told: readonly FieldMessage[]): string | null {
  const texts = told.map((each) => {
    if (each.field === undefined) {
      const own = words.sentences[each.code];
      if (own) return render({ [each.code]: own }, each);
      return words.messages && translateMessage(words.messages, words.said, each);
    }
    const reason = words.messages && translateMessage(words.messages, words.said, each);
    return reason && `${nameOf(words, each.field)}: ${reason}`;
  });
  return texts.length > 0 && texts.every((each) => each !== null) ? texts.join('; ') : null;
}

/**
 * The server's reasons with the labels of their fields. A limit is not a field, and its reason is complete by
 * itself.
 */
const textOfFields = (words: Words, fields: ApiError['fields']) =>
  Object.entries(fields)
    .map(([field, reason]) => {
      const why = translateSentence(words.said, reason);
      return field === 'limit' ? capitalized(why) : `${capitalized(nameOf(words, field))}: ${why}`;
    })
    .join('; ');

/** The error in the reader's language if it has a translation, otherwise in the server's words. */
export function errorText(texts: Words, error: unknown): string {
  const { errors, said } = texts;
  if (!(error instanceof ApiError)) return errors.unexpected;
  const known = (error.code && errors.codes[error.code]) ?? textOfMessages(texts, error.messages);
  if (known) return known;
  if (error.status === 0) return errors.offline;
  if (Object.keys(error.fields).length > 0) return textOfFields(texts, error.fields);
  const translated = translateSentence(said, error.message);
  if (translated !== error.message) return translated;
  if (error.status === 429) return errors.tooMany;
  if (error.status >= 500) return errors.server;
  if (error.status === 403) return errors.forbidden;
  if (error.status === 404) return errors.missing;
  // A code without one of our messages comes from the auth library, whose sentences are in English.
  if (texts.messages && error.code !== null && error.messages.length === 0) return errors.unexpected;
  return capitalized(error.message) || errors.unexpected;
}

export function useErrorText() {
  const texts = useTexts();
  return (error: unknown): string => errorText(texts, error);
}
