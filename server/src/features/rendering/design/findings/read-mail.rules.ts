import { type JsonObject, type JsonPath, textsOf } from '../../../../kernel/json.ts';
import { isPlainObject } from '../../../../kernel/plain-object.ts';
import { referencesOf } from '../../../library/references/references.rules.ts';
import { splitText, tagsIn } from './cut-text.rules.ts';
import type { MailFacts } from './finding.rules.ts';
import { blocksOf, type PlacedBlock } from './read-blocks.rules.ts';
import { type LiquidFacts, readExpression, readLiquid } from './read-liquid.rules.ts';
import { type RichFacts, readRich } from './read-rich.rules.ts';

/** One text of an email, parsed once for all rules. */
export interface ReadText {
  path: JsonPath;
  text: string;
  /** Whether it is Liquid without braces. */
  isExpression: boolean;
  liquid: LiquidFacts;
  /** For HTML only. */
  rich: RichFacts | null;
  /** `null` for text outside of blocks. */
  owner: PlacedBlock | null;
}

export interface ReadMail {
  facts: MailFacts;
  blocks: readonly PlacedBlock[];
  /** In the order of the email. */
  texts: readonly ReadText[];
  /** Names that are assigned anywhere in the email. */
  assigned: ReadonlySet<string>;
  /** Whether all of its presets are known. */
  isWhole: boolean;
}

/** Longer than any email that can be sent. The rest is not read, which limits the time. */
const MAX_READ = 200_000;
const MAX_TAGS = 5000;

const inner: ReadonlySet<string> = new Set(['blocks', 'else', 'columns']);
const expressions: ReadonlySet<unknown> = new Set(['if', 'showIf', 'source', 'currency']);
const written: ReadonlySet<unknown> = new Set([
  ...['text', 'html', 'label', 'value', 'code', 'alt', 'filename', 'url', 'href', 'thumbnail'],
]);

class MailReader {
  #left = MAX_READ;
  #tagsLeft = MAX_TAGS;
  readonly texts: ReadText[] = [];

  add(path: JsonPath, text: string, owner: PlacedBlock | null, isRich = false): void {
    this.#left -= text.length;
    if (this.#left < 0) return;
    this.#tagsLeft -= tagsIn(text);
    if (this.#tagsLeft < 0) return;
    const isExpression = expressions.has(path.at(-1));
    const pieces = isExpression ? null : splitText(text);
    this.texts.push({
      ...{ path, text, owner, isExpression },
      liquid: isExpression ? readExpression(text) : readLiquid(pieces),
      rich: isRich ? readRich(pieces) : null,
    });
  }

  addBlock(owner: PlacedBlock): void {
    const own = Object.fromEntries(Object.entries(owner.block).filter(([name]) => !inner.has(name)));
    for (const { path, text } of textsOf(own)) {
      const member = path.at(-1);
      const at = [...owner.path, ...(path as (string | number)[])];
      const isRich = member === 'html' && path.length === 1;
      if (written.has(member) || expressions.has(member)) this.add(at, text, owner, isRich);
    }
  }
}

const loopName = ({ type, block }: PlacedBlock) =>
  type === 'loop' || type === 'items' ? [typeof block['as'] === 'string' ? block['as'] : 'item'] : [];

export function readMail(facts: MailFacts): ReadMail {
  const design = isPlainObject(facts.design) ? (facts.design as JsonObject) : null;
  const blocks = design ? blocksOf(design, facts) : [];
  const reader = new MailReader();
  reader.add(['subject'], facts.subject, null);
  reader.add(['previewText'], facts.previewText, null);
  for (const block of blocks) reader.addBlock(block);
  if (facts.body !== null) reader.add(['body'], facts.body, null, true);
  const assigned = new Set([
    ...reader.texts.flatMap(({ liquid }) => liquid.assigned),
    ...blocks.flatMap(loopName),
  ]);
  const isWhole = referencesOf(design ?? {}).presets.every(({ id }) => Object.hasOwn(facts.presets, id));
  return { facts, blocks, texts: reader.texts, assigned, isWhole };
}
