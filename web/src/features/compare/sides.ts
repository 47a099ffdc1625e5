import type { JsonObject } from '../../../../server/src/kernel/json.ts';
import type { PresetBlocks } from '../editor/canvas/mail-job.ts';

export const sides = ['before', 'after'] as const;
export type Side = (typeof sides)[number];
export type Both<T> = Readonly<Record<Side, T>>;

/** One language of a layout: its lines, and its design or its HTML. */
export type MailContent = JsonObject;

/** A mail as it is sent now and as it would be. */
export interface ComparedMail {
  layoutId: string;
  locale: string;
  contents: Both<MailContent>;
  /** Presets that are others than those that are saved. */
  presets?: Both<PresetBlocks>;
  /** What both are filled in with; if nothing is said, the test variables of the later one. */
  variables?: JsonObject | null;
}

/** A mail as somebody drew it; `marks` say which of its elements are of which block. */
export interface DrawnPage {
  html: string;
  subject: string;
  previewText: string;
  marks: { word: string; places: readonly (readonly PropertyKey[])[] } | null;
}

export type Outcome = { page: DrawnPage } | { faults: readonly string[] };
