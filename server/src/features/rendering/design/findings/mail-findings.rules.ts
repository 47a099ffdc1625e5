import type { JsonObject, JsonPath } from '../../../../kernel/json.ts';
import { structureDifference, totalOf } from '../block-structure.rules.ts';
import { tagsIn } from './cut-text.rules.ts';
import type { RawFinding } from './finding.rules.ts';
import type { PlacedBlock } from './read-blocks.rules.ts';
import type { ReadMail } from './read-mail.rules.ts';

const KILOBYTE = 1024;
/** Gmail clips an email at this size; warn a little before. */
const CUT_OFF = 102 * KILOBYTE;
const NEARLY = 90 * KILOBYTE;
/** The subject length that desktop inboxes show. */
const LONG_SUBJECT = 70;

/** The approximate size of a block without its texts: the tables that wrap it for all email clients. */
const AROUND_BLOCK = 600;

const own = (block: JsonObject) =>
  JSON.stringify(block, (name, value) => (['blocks', 'else', 'columns'].includes(name) ? undefined : value))
    .length;

const weightOf = ({ block, times }: PlacedBlock) => (AROUND_BLOCK + own(block)) * times;

/** The block that contributes most to the size, by its texts and how often loops repeat it. */
function heaviest(blocks: readonly PlacedBlock[]): { path: JsonPath; bytes: number } | null {
  let most: { path: JsonPath; bytes: number } | null = null;
  for (const placed of blocks) {
    const bytes = weightOf(placed);
    if (most === null || bytes > most.bytes) most = { path: placed.path, bytes };
  }
  return most;
}

export function* weightFindings({ facts, blocks }: ReadMail): Generator<RawFinding> {
  const { htmlBytes } = facts;
  if (htmlBytes === null || htmlBytes <= NEARLY) return;
  const block = heaviest(blocks);
  yield {
    rule: htmlBytes > CUT_OFF ? 'mail-too-large' : 'mail-large',
    path: block?.path ?? [facts.design === null ? 'body' : 'bodyDesign'],
    values: {
      kilobytes: Math.ceil(htmlBytes / KILOBYTE),
      ofBlock: Math.round(Math.min(block?.bytes ?? htmlBytes, htmlBytes) / KILOBYTE),
    },
  };
}

/** Subject and preview line, as an inbox shows them. */
export function* inboxFindings({ facts }: ReadMail): Generator<RawFinding> {
  const shown = facts.shownSubject ?? facts.subject;
  // The length of values is unknown until they are filled in.
  const isKnown = facts.shownSubject !== null || tagsIn(facts.subject) === 0;
  const characters = isKnown ? [...shown.slice(0, 2000)].length : 0;
  if (shown.trim() === '') yield { rule: 'subject-empty', path: ['subject'], values: {} };
  else if (characters > LONG_SUBJECT)
    yield { rule: 'subject-long', path: ['subject'], values: { characters } };
  if (facts.previewText.trim() === '')
    yield { rule: 'preview-line-empty', path: ['previewText'], values: {} };
}

/** Legal requirements for marketing email. */
export function* marketingFindings({ facts }: ReadMail): Generator<RawFinding> {
  if (facts.footer === null) return;
  const at = (field: string): JsonPath => ['marketingTexts', field];
  if (facts.footer.companyDetails.trim() === '')
    yield { rule: 'company-details-missing', path: at('companyDetails'), values: {} };
  if (facts.isLinkAdded) yield { rule: 'unsubscribe-missing', path: at('unsubscribeText'), values: {} };
}

/** `bodyDesign.blocks[1].html` as steps. */
const stepsOf = (field: string): JsonPath =>
  field
    .split(/[.[\]]+/)
    .filter((step) => step !== '')
    .map((step) => (/^\d+$/.test(step) ? Number(step) : step));

export function* languageFindings({ facts }: ReadMail): Generator<RawFinding> {
  for (const field of facts.untranslated)
    yield { rule: 'language-incomplete', path: stepsOf(field), values: {} };
  for (const field of facts.outdated) yield { rule: 'language-outdated', path: stepsOf(field), values: {} };
  const { design, mainDesign } = facts;
  const difference = design && mainDesign && structureDifference(mainDesign, design);
  if (!difference) return;
  const values = { missing: totalOf(difference.missing), added: totalOf(difference.added) };
  yield { rule: 'structure-differs', path: ['bodyDesign'], values };
}
