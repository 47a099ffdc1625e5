import type {
  DraftLanguage,
  DraftLanguages,
  OwnDraft as OwnDraftSchema,
} from 'outstep/features/layouts/drafts/drafts.schema.ts';
import { digestOfText } from 'outstep/features/rendering/design/page-digest.rules.ts';
import type { Json, JsonObject } from 'outstep/kernel/json.ts';
import type { Wire } from '../../../api/wire.ts';
import { sameJson } from '../../editor/model/same.rules.ts';
import { type LayoutWork, withoutMarks } from '../session/layout-work.rules.ts';
import { type LocalWork, marked } from '../session/local-work.rules.ts';
import {
  changedFieldsByLanguage,
  type EditSession,
  marksOf,
  unparsedIn,
  workOf,
} from '../session/session.rules.ts';

export type OwnDraft = Omit<Wire<OwnDraftSchema>, 'base' | 'languages'> & {
  base: DraftLanguages;
  languages: DraftLanguages;
};

/** The changed languages of a draft, in the format shared with the server. */
export type DraftWork = Pick<OwnDraft, 'languages'>;

/** The draft to send: the changed languages, and the version that they are based on. */
export function draftOf(session: EditSession): { baseVersion: number; languages: DraftLanguages } {
  const work = workOf(session);
  const languages = [...changedFieldsByLanguage(session).keys()].sort().map((locale) => {
    const { bodyDesign, ...rest } = withoutMarks(work[locale] as JsonObject);
    const code = unparsedIn(session, locale);
    const body = code !== null ? { code } : bodyDesign === undefined ? {} : { bodyDesign };
    return [
      locale,
      { ...rest, ...body, ...marked(marksOf(session, locale)) } as unknown as DraftLanguage,
    ] as const;
  });
  return { baseVersion: session.base.version, languages: Object.fromEntries(languages) };
}

/** A server draft in the browser's own format. */
export function toLocalDraft({ languages }: DraftWork): LocalWork {
  const kept = Object.entries(languages).map(([locale, { bodyDesign, code, body, ...rest }]) => [
    locale,
    { ...rest, body: code ?? body ?? JSON.stringify(bodyDesign) },
  ]);
  return { languages: Object.fromEntries(kept) };
}

/** Whether a server draft equals the browser's local work. */
export const sameLanguages = (draft: OwnDraft, { languages }: LocalWork): boolean =>
  sameJson(sorted(toLocalDraft(draft).languages), sorted(languages));

const sorted = (languages: LocalWork['languages']) =>
  Object.entries(languages)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([locale, { subject, previewText, body, stillRight = {} }]) => [
      ...[locale, subject, previewText, body],
      { ...stillRight },
    ]);

/** A digest that is the same for work that was sent and for the draft the server returns. */
export const digestOfWork = (work: DraftWork): string =>
  digestOfText(JSON.stringify(sorted(toLocalDraft(work).languages)));

/** Whether a draft contains only what is already saved, so that there is nothing to offer. */
export const isSaved = ({ languages }: OwnDraft, saved: LayoutWork): boolean =>
  Object.entries(languages).every(([locale, { code, stillRight, ...content }]) => {
    const there = saved[locale];
    if (code !== undefined || stillRight !== undefined || there === undefined) return false;
    return sameMembers(there, content as unknown as JsonObject);
  });

const sameMembers = (one: JsonObject, other: JsonObject) =>
  ['subject', 'previewText', 'bodyDesign', 'body'].every((name) =>
    sameJson(one[name] as Json | undefined, other[name] as Json | undefined),
  );
