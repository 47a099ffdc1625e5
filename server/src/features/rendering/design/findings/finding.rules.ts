import type { Json, JsonObject, JsonPath } from '../../../../kernel/json.ts';
import type { FindingRule } from './finding-rules.schema.ts';

type NoValues = Record<never, never>;

/** The values in a rule's message. */
export interface FindingValues {
  'subject-empty': NoValues;
  'link-empty': NoValues;
  'mail-too-large': { kilobytes: number; ofBlock: number };
  'company-details-missing': NoValues;
  'alt-missing': NoValues;
  /** `better`: the same color made readable; `null` if no single color is the cause. */
  contrast: { ratio: number; theme: 'light' | 'dark'; better: string | null };
  'link-unnamed': NoValues;
  'link-vague': { words: string };
  'text-small': { pixels: number };
  'picture-heavy': { kilobytes: number };
  'mail-large': { kilobytes: number; ofBlock: number };
  'unsubscribe-missing': NoValues;
  'variable-unknown': { name: string };
  'variable-missing': { name: string };
  'language-incomplete': NoValues;
  'language-outdated': NoValues;
  /** Numbers of blocks; both 0 if only the order differs. */
  'structure-differs': { missing: number; added: number };
  'plain-text-empty': NoValues;
  'heading-order': { level: number; expected: number };
  'picture-wide': { width: number; shown: number; kilobytes: number };
  'subject-long': { characters: number };
  'preview-line-empty': NoValues;
  'default-missing': { name: string };
}

/**
 * A violation of one rule in one place. `path` leads to a field of the language:
 * `['bodyDesign', 'blocks', 2, 'alt']`. For content of a preset, it continues below the member that names the
 * preset, as in the compiler: `['bodyDesign', 'header', 'preset', 0, 'alt']`.
 */
export type RawFinding = {
  [R in FindingRule]: { rule: R; path: JsonPath; values: FindingValues[R] };
}[FindingRule];

/** Facts about an uploaded image. */
export interface FileFacts {
  width: number | null;
  /** The size in bytes. */
  size: number;
}

/** A preset that the design refers to. */
export interface PresetFacts {
  name: string;
  /** In the language of the email. */
  blocks: readonly Json[];
  /** Their path in the preset. */
  path: JsonPath;
}

/** The index at which a path enters a preset: that of the member that names it; -1 if it does not. */
export const presetStep = (path: JsonPath): number =>
  path.findIndex((step, i) => step === 'preset' && i + 1 < path.length);

/** One language of a layout as written, with facts about the resulting email. */
export interface MailFacts {
  subject: string;
  previewText: string;
  /** The value shown with the current data; `null` if unknown. */
  shownSubject: string | null;
  /** Exactly one of these two is set. */
  design: JsonObject | null;
  body: string | null;
  /** By id; unknown or deleted ones are missing. */
  presets: Readonly<Record<string, PresetFacts>>;
  files: Readonly<Record<string, FileFacts>>;
  /** Size of the HTML that is sent; `null` if unknown. */
  htmlBytes: number | null;
  /** For marketing email only. */
  footer: { companyDetails: string } | null;
  /** Whether the built-in sentence had to be added, because the email has no unsubscribe link. */
  isLinkAdded: boolean;
  variables: JsonObject;
  /** Paths that the engine found empty; `null` if it did not check. */
  missing: readonly string[] | null;
  /** Without the `variables.` prefix. */
  requiredVariables: readonly string[];
  /** Fields that are not translated yet, and those whose source has changed since. */
  untranslated: readonly string[];
  outdated: readonly string[];
  /** The design of the main language; `null` in the main language itself and without a design. */
  mainDesign: JsonObject | null;
}
