import core from 'mjml-core';
import preset from 'mjml-preset-core';
import type { FieldProblem, PropertyPath } from '../../../kernel/fields.ts';
import { message } from '../../../kernel/messages/message.ts';
import type { CompiledAttachment, DesignJob, DesignOutcome } from '../../../kernel/ports.ts';
import { checkLiquid } from '../liquid/check-liquid.rules.ts';
import type { Block } from './all-blocks.schema.ts';
import { attachmentsOf } from './attachments.rules.ts';
import { BlockMarks } from './block-marks.rules.ts';
import type { RenderScope } from './block-renderer.rules.ts';
import type { MjmlNode } from './blocks/block.schema.ts';
import { compiledPage, plainText } from './compiled-page.rules.ts';
import {
  completeBlocks,
  completeDesign,
  type Design,
  type DesignSide,
  problemsOfDesign,
} from './design.schema.ts';
import { directionOf } from './direction.rules.ts';
import { BlockDrawer } from './draw-blocks.rules.ts';
import { plainBlocks } from './draw-plain.rules.ts';
import { fillParts } from './fill-parts.rules.ts';
import { escapeText, LiquidMarks } from './liquid-marks.rules.ts';
import { pageOf } from './page.rules.ts';
import { Theme } from './theme.rules.ts';

type Compile = (tree: MjmlNode, options: object) => Promise<{ html: string }>;

/** Node imports a CommonJS module directly; bundlers wrap it in `default`. */
const loaded: unknown = core;
const compile = (typeof loaded === 'function' ? loaded : (loaded as { default: unknown }).default) as Compile;

/** No resources are loaded: no fonts, no includes. The tree is our own, so it is not validated again. */
const options = { fonts: {}, validationLevel: 'skip', presets: [preset] } as const;

async function htmlOfMjml(tree: MjmlNode): Promise<string> {
  const { html } = await compile(tree, options);
  // Indentation makes up a fifth of the page.
  return html.replace(/[ \t]*\n[ \t\n]*/g, '\n').trim();
}

/** A job without references. */
export const emptyJob: DesignJob = {
  ...{ design: { blocks: [] }, path: ['bodyDesign'], locale: 'en', previewText: '' },
  ...{ files: {}, logoUrl: null, presets: {}, assetsUrl: '' },
};

/**
 * Compiles a design to HTML and plain text, both still with Liquid: compiled once when it is saved, rendered
 * for each email. The input is untrusted, so call it only in a process that can be killed.
 */
export async function compileDesign(job: DesignJob): Promise<DesignOutcome> {
  const drawn = await drawDesign(job, null, true);
  if ('problems' in drawn) return drawn;
  const { html, plain, attachments, marks } = drawn;
  return compiledPage({ html, text: plain, attachments, path: job.path }, marks);
}

/** A design compiled with block marks in the HTML, for an editor that links elements to blocks. */
export interface MarkedDesign {
  html: string;
  /** The plain text if requested; otherwise empty. */
  text: string;
  /** The prefix of every mark, followed by its number. */
  word: string;
  /** The path of each block in the design, by number. */
  places: readonly PropertyPath[];
}

/**
 * Plain text is optional, because an editor that renders after each change seldom needs it. Every problem in
 * a text shows up in the HTML too.
 */
export async function compileMarkedDesign(
  job: DesignJob,
  hasText = false,
): Promise<MarkedDesign | { problems: FieldProblem[] }> {
  const blockMarks = new BlockMarks(JSON.stringify([job.design, job.presets, job.previewText]));
  const drawn = await drawDesign(job, blockMarks, hasText);
  if ('problems' in drawn) return drawn;
  const { html, plain, marks } = drawn;
  const { word, places } = blockMarks;
  return { html: marks.restore(html), text: hasText ? plainText(plain, marks) : '', word, places };
}

interface DrawnDesign {
  html: string;
  plain: string;
  attachments: CompiledAttachment[];
  /** The placeholders of its Liquid. */
  marks: LiquidMarks;
}

async function drawDesign(
  job: DesignJob,
  blockMarks: BlockMarks | null,
  hasText: boolean,
): Promise<DrawnDesign | { problems: FieldProblem[] }> {
  const malformed = problemsOfDesign(job.design);
  if (malformed.length > 0) return { problems: placed(malformed, job.path) };
  const design = completeDesign(job.design);
  const inParts = fillParts(design, job.presets);
  if (inParts.length > 0) return { problems: placed(inParts, job.path) };
  const { global } = design;
  const direction = global.direction === 'auto' ? directionOf(job.locale) : global.direction;
  const theme = new Theme(global, direction);
  const marks = new LiquidMarks(JSON.stringify([job.design, job.presets, job.previewText]));
  const problems: FieldProblem[] = [];
  const { files, logoUrl, assetsUrl } = job;
  const scope: RenderScope = { marks, theme, files, logoUrl, assetsUrl, problems, blockMarks };

  const parts = partsOf(design, job.presets, problems);
  const box = { direction, background: global.contentBackground, cssClass: 'o-box' };
  const page = { direction, background: global.background, cssClass: 'o-foot' };
  const [header, body, footer] = parts.map(({ blocks, path }, i) =>
    new BlockDrawer(scope, i === 2 ? page : box).sections(blocks, path),
  );
  const plain = hasText ? parts.map(({ blocks, path }) => plainBlocks(blocks, path, scope)).join('') : '';
  const attachments = parts.flatMap(({ blocks, path }) => attachmentsOf(blocks, path, scope));
  const previewReason = checkLiquid(job.previewText);
  const inDesign = placed(problems, job.path);
  if (previewReason !== null)
    return { problems: [{ path: ['previewText'], reason: previewReason }, ...inDesign] };
  if (problems.length > 0) return { problems: inDesign };

  const tree = pageOf({
    global,
    direction,
    locale: job.locale,
    preview: marks.mark(job.previewText, escapeText).trim(),
    theme,
    marks,
    content: [...(header ?? []), ...(body ?? [])],
    footer: footer ?? [],
  });
  return { html: await htmlOfMjml(tree), plain, attachments, marks };
}

const placed = (problems: readonly FieldProblem[], path: PropertyPath) =>
  problems.map((problem) => ({ ...problem, path: [...path, ...problem.path] }));

interface DesignSection {
  blocks: readonly Block[];
  path: PropertyPath;
}

function partsOf(design: Design, presets: DesignJob['presets'], problems: FieldProblem[]): DesignSection[] {
  const side = (name: 'header' | 'footer'): DesignSection => {
    const { preset, blocks } = (design[name] ?? {}) as NonNullable<DesignSide>;
    if (preset === undefined) return { blocks: blocks ?? [], path: [name, 'blocks'] };
    const path = [name, 'preset'];
    const found = completeBlocks(presets[preset]);
    if (!found.success) problems.push({ path, reason: message('unknown_preset') });
    return { blocks: found.data ?? [], path };
  };
  return [side('header'), { blocks: design.blocks, path: ['blocks'] }, side('footer')];
}
