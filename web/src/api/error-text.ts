import { say, sayProblems } from '../texts/said.ts';
import { useTexts } from '../texts/texts.tsx';
import { ApiError } from './client.ts';

/** What went wrong, in the reader's language where we have words for it, else in the server's. */
export function useErrorText() {
  const { errors, sentences, said } = useTexts();
  return (error: unknown): string => {
    if (!(error instanceof ApiError)) return errors.unexpected;
    const known = (error.code && errors.codes[error.code]) ?? sentences[error.message];
    if (known) return known;
    if (error.status === 0) return errors.offline;
    const translated =
      Object.keys(error.fields).length > 0 ? sayProblems(said, error.message) : say(said, error.message);
    if (translated !== error.message) return translated;
    if (error.status === 429) return errors.tooMany;
    if (error.status >= 500) return errors.server;
    if (error.status === 403) return errors.forbidden;
    if (error.status === 404) return errors.missing;
    return error.message || errors.unexpected;
  };
}
