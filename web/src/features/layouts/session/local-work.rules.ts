import type { TranslationMarks } from 'outstep/features/layouts/translations/translations.rules.ts';
import type { JsonObject } from 'outstep/kernel/json.ts';
import { beginHistory, type UndoStep } from '../../editor/model/history.rules.ts';
import { marksIn } from './layout-work.rules.ts';
import {
  changedFieldsByLanguage,
  changedLocalesOf,
  designIn,
  type EditedCode,
  type EditSession,
  unparsedIn,
  workOf,
} from './session.rules.ts';

/** One language as stored in the browser: a design is its JSON text, valid or not. */
interface LocalWorkLanguage {
  subject: string;
  previewText: string;
  body: string;
  stillRight?: TranslationMarks;
}

interface LocalWorkSteps {
  /** Undo steps up to index `at`; later ones can be redone. */
  steps?: readonly UndoStep[];
  at?: number;
}

/** Unsaved work as stored in the browser: the changed languages. */
export interface LocalWork extends LocalWorkSteps {
  languages: Readonly<Record<string, LocalWorkLanguage>>;
}

/** The format of earlier releases, which stored one draft per language. */
type SingleLanguageWork = LocalWorkLanguage & LocalWorkSteps;

/** The largest number of undo steps to store. */
const MAX_KEPT_STEPS = 100;
/**
 * A step in a long text contains the text twice: a few of them would use up the space, and the browser stores
 * a draft completely or not at all.
 */
const MAX_KEPT_CHARS = 500_000;

const sizes = new WeakMap<UndoStep, number>();

function sizeOf(step: UndoStep): number {
  const size = sizes.get(step) ?? JSON.stringify(step).length;
  sizes.set(step, size);
  return size;
}

/** The index of the oldest step that fits into the limit. */
function firstStepThatFits(steps: readonly UndoStep[]): number {
  let first = steps.length;
  let left = MAX_KEPT_CHARS;
  while (first > 0) {
    left -= sizeOf(steps[first - 1] as UndoStep);
    if (left < 0) break;
    first--;
  }
  return first;
}

const bodyIn = (content: JsonObject) =>
  'bodyDesign' in content ? JSON.stringify(content['bodyDesign']) : String(content['body']);

/** The most recent steps that change only stored languages; earlier ones might not apply later. */
function stepsToKeep({ history: { steps, at } }: EditSession, kept: ReadonlySet<string>): LocalWorkSteps {
  const other = steps.findLastIndex((step) =>
    [...changedLocalesOf(step)].some((locale) => !kept.has(locale)),
  );
  const fewest = Math.max(0, steps.length - MAX_KEPT_STEPS, other + 1);
  const first = fewest + firstStepThatFits(steps.slice(fewest));
  return at >= first ? { steps: steps.slice(first), at: at - first } : {};
}

/** Adds the member only if something is marked. */
export const marked = (marks: TranslationMarks | undefined): { stillRight?: TranslationMarks } =>
  marks && Object.keys(marks).length > 0 ? { stillRight: marks } : {};

export function toLocalWork(session: EditSession): LocalWork {
  const work = workOf(session);
  const changed = new Set(changedFieldsByLanguage(session).keys());
  const languages = [...changed].map((locale) => {
    const content = work[locale] as JsonObject;
    const { subject, previewText } = content;
    const body = unparsedIn(session, locale) ?? bodyIn(content);
    const lines = { subject: String(subject), previewText: String(previewText) };
    return [locale, { ...lines, body, ...marked(marksIn(content)) }] as const;
  });
  const isUnparsed = languages.some(([locale]) => unparsedIn(session, locale) !== null);
  return {
    languages: Object.fromEntries(languages),
    ...(!isUnparsed && stepsToKeep(session, changed)),
  };
}

/**
 * Reads stored work, including that of earlier releases, which used a record `layouts/<id>/<locale>` per
 * language.
 */
export function readLocalWork(kept: unknown, record: string): LocalWork {
  if ('languages' in (kept as object)) return kept as LocalWork;
  const [, , locale = ''] = record.split('/');
  const { steps, at, ...language } = kept as SingleLanguageWork;
  const inLanguage = (patches: UndoStep['patches']) =>
    patches.map((patch) => ({ ...patch, path: [locale, ...patch.path] }));
  return {
    languages: { [locale]: language },
    ...(steps && {
      steps: steps.map((step) => ({
        ...step,
        patches: inLanguage(step.patches),
        inverse: inLanguage(step.inverse),
      })),
    }),
    ...(at !== undefined && { at }),
  };
}

/**
 * Resumes stored work on the version that it was based on, so that saving detects a newer one. Languages that
 * the layout no longer has are dropped, along with the undo history.
 */
export function resumeWork(
  session: EditSession,
  { languages, steps = [], at }: LocalWork,
  from: number,
): EditSession {
  const work = workOf(session);
  const codes: Record<string, EditedCode> = {};
  const known = Object.entries(languages).filter(([locale]) => Object.hasOwn(work, locale));
  const taken = known.map(([locale, { subject, previewText, body, stillRight }]) => {
    const now = work[locale] as JsonObject;
    const lines = { subject, previewText, ...marked(stillRight) };
    if (!('bodyDesign' in now)) return [locale, { ...lines, body }] as const;
    const design = designIn(body);
    if (!design) codes[locale] = { text: body, design: null };
    return [locale, { ...lines, bodyDesign: design ?? now['bodyDesign'] ?? null }] as const;
  });
  const state = { ...work, ...Object.fromEntries(taken) } as JsonObject;
  const isWhole = known.length === Object.keys(languages).length && Object.keys(codes).length === 0;
  return {
    main: session.main,
    base: { ...session.base, version: from },
    history: { ...beginHistory(state), ...(isWhole && { steps, at: at ?? steps.length }) },
    codes,
  };
}
