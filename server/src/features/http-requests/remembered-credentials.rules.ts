import { type DecodedView, decodedViewsOf } from '../records/masking/decoded-views.rules.ts';
import { createKnownSearch } from '../records/masking/known-search.rules.ts';
import { wholeCredentials } from '../records/masking/known-values.rules.ts';
import { liquidView } from '../records/masking/liquid-view.rules.ts';
import { possibleValues } from '../records/masking/possible-values.rules.ts';
import { EXACT_SEARCH } from '../records/masking/search-variants.rules.ts';
import {
  applyContentChange,
  type ContentChange,
  emptyContent,
  literalsOf,
  mapContent,
  maskContent,
  type RequestContent,
} from './credentials.rules.ts';

/** Those of the credentials that a content contains, plain or encoded, in the order given. */
export function containedCredentials(content: RequestContent, credentials: Iterable<string>): string[] {
  const all = [...wholeCredentials(credentials)];
  if (all.length === 0) return [];
  const texts: { text: string; views: readonly DecodedView[] }[] = [];
  mapContent(content, (value) => {
    const text = liquidView(String(value)).literal;
    texts.push({ text, views: decodedViewsOf(text) });
    return value;
  });
  const possible = possibleValues(all).inAny(texts.flatMap(({ views }) => views.map(({ text }) => text)));
  return all
    .filter((_, i) => possible[i] !== 0)
    .filter((one) => {
      const search = createKnownSearch([one], EXACT_SEARCH);
      return texts.some(({ text, views }) => search.find(text, () => views).length > 0);
    })
    .map(({ value }) => value);
}

/** What masking hides wherever it occurs in a content. */
const hiddenIn = (content: RequestContent): string[] =>
  Array.from(wholeCredentials(literalsOf(content)), ({ value }) => value).slice(0, EXACT_SEARCH.most);

/** Only those fields of a content that a write sends. */
const sentFieldsOf = (content: RequestContent, sent: ContentChange): ContentChange =>
  Object.fromEntries(
    Object.entries(content).filter(([field]) => sent[field as keyof ContentChange] !== undefined),
  );

/** A changed request, masked, without the texts that the caller wrote: masks that were sent back are kept. */
function withoutWritten(masked: RequestContent, sent: ContentChange, next: RequestContent): RequestContent {
  const written: (string | number)[] = [];
  mapContent(applyContentChange(emptyContent, sent), (value) => {
    written.push(value);
    return value;
  });
  let [at, of] = [0, 0];
  const restored: boolean[] = [];
  mapContent(applyContentChange(emptyContent, sentFieldsOf(next, sent)), (value) => {
    restored.push(value !== written[of++]);
    return value;
  });
  const kept = mapContent(applyContentChange(emptyContent, sentFieldsOf(masked, sent)), (value) =>
    restored[at++] ? value : '',
  );
  return applyContentChange(masked, sentFieldsOf(kept, sent));
}

/**
 * The credentials to remember after a write. A text may be hidden only because another place names it as a
 * credential, such as a key in a webhook URL that a header contains too. A write that removes that place must
 * not make the text readable, nor let it go to another host (contract: HTTP requests 6; HTTP requests 17).
 * When the text itself is sent, it is classified again.
 */
export function credentialsToRemember(
  sent: ContentChange,
  stored: RequestContent,
  next: RequestContent,
): string[] {
  const hidden = hiddenIn(stored);
  if (hidden.length === 0) return [];
  const { masked } = maskContent({ ...next, remembered: [] });
  const readable = containedCredentials(withoutWritten(masked, sent, next), hidden);
  return readable.length === 0 ? [] : containedCredentials(next, hidden);
}
