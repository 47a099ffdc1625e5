import type { Json, JsonObject, JsonPath } from '../../../../kernel/json.ts';
import type { FindingRule } from './finding-rules.schema.ts';

type NoValues = Record<never, never>;

/** The values of a rule's sentence. */
export interface FindingValues {
  'subject-empty': NoValues;
  'link-empty': NoValues;
  'mail-too-large': { kilobytes: number; ofBlock: number };
  'company-details-missing': NoValues;
  'alt-missing': NoValues;
  /** `better`: the same color, made readable; `null` where it is not one color that is to blame. */
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
  /** Numbers of blocks; both 0 where only the order is another. */
  'structure-differs': { missing: number; added: number };
  'plain-text-empty': NoValues;
  'heading-order': { level: number; expected: number };
  'picture-wide': { width: number; shown: number; kilobytes: number };
  'subject-long': { characters: number };
  'preview-line-empty': NoValues;
  'default-missing': { name: string };
}

/**
 * A breach of one rule at one place. `path` leads to a field of the language: `['bodyDesign', 'blocks', 2, 'alt']`;
 * what stands in a preset is below the member that names it, as for the compiler: `['bodyDesign', 'header', 'preset',
 * 0, 'alt']`.
 */
export type RawFinding = {
  [R in FindingRule]: { rule: R; path: JsonPath; values: FindingValues[R] };
}[FindingRule];

/** The facts of an uploaded picture. */
export interface FileFacts {
  width: number | null;
  /** The size in bytes. */
  size: number;
}

/** A preset that the design names. */
export interface PresetFacts {
  name: string;
  /** In the language of the email. */
  blocks: readonly Json[];
  /** Where in the preset these are. */
  path: JsonPath;
}

/** Where a path enters a preset: the step of the member that names it; -1 where it does not. */
export const presetStep = (path: JsonPath): number =>
  path.findIndex((step, i) => step === 'preset' && i + 1 < path.length);

/** One language of a layout, as written, with what is known of the email that comes of it. */
export interface MailFacts {
  subject: string;
  previewText: string;
  /** The value shown with the current data; `null` if unknown. */
  shownSubject: string | null;
  /** One of the two. */
  design: JsonObject | null;
  body: string | null;
  /** By id; unknown or deleted ones are missing. */
  presets: Readonly<Record<string, PresetFacts>>;
  files: Readonly<Record<string, FileFacts>>;
  /** Of the HTML that is sent; `null` if that is not known. */
  htmlBytes: number | null;
  /** Of marketing email. */
  footer: { companyDetails: string } | null;
  /** Whether the built-in sentence had to be added, as the email shows no link to unsubscribe. */
  isLinkAdded: boolean;
  variables: JsonObject;
  /** Paths that the engine found empty; `null` where it was not asked. */
  missing: readonly string[] | null;
  /** Without `variables.` before them. */
  requiredVariables: readonly string[];
  /** Fields that nobody has translated yet, and those whose original has changed since. */
  untranslated: readonly string[];
  outdated: readonly string[];
  /** The design of the main language; `null` in the main language itself and without a design. */
  mainDesign: JsonObject | null;
}
