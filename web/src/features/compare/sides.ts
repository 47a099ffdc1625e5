import type { PropertyPath } from 'outstep/kernel/fields.ts';
import type { JsonObject } from 'outstep/kernel/json.ts';
import type { PresetBlocks } from '../editor/canvas/mail-job.ts';

export const sides = ['before', 'after'] as const;
export type ComparisonSide = (typeof sides)[number];
export type PerSide<T> = Readonly<Record<ComparisonSide, T>>;

/** One language of a layout: its lines, and its design or its HTML. */
export type ComparedContent = JsonObject;

/** An email as it is sent now and as it would be. */
export interface ComparedMail {
  layoutId: string;
  locale: string;
  contents: PerSide<ComparedContent>;
  /** Presets that differ from the saved ones. */
  presets?: PerSide<PresetBlocks>;
  /** The variables to fill in both; by default the test variables of the later one. */
  variables?: JsonObject | null;
}

/** A drawn email; `marks` map its elements to blocks. */
export interface RenderedPage {
  html: string;
  subject: string;
  previewText: string;
  marks: { word: string; places: readonly PropertyPath[] } | null;
}

export type RenderOutcome = { page: RenderedPage } | { faults: readonly string[] };
