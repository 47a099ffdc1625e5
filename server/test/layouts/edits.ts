import fc from 'fast-check';
import { partsOf } from '../../src/features/rendering/design/design-parts.rules.ts';
import { isTextMember } from '../../src/features/rendering/design/design-texts.rules.ts';
import type { JsonObject } from '../../src/kernel/json.ts';
import { designs } from '../design/generated-designs.ts';

/** Every text of a design with the object that holds it; changing it there changes the design. */
export function holdersOf(design: JsonObject): { holder: JsonObject; member: string; text: string }[] {
  return partsOf(design).flatMap(({ value: holder, leaves }) =>
    [...leaves].flatMap(([member, text]) =>
      isTextMember(member) && typeof text === 'string' && text !== '' ? [{ holder, member, text }] : [],
    ),
  );
}

/** Copies each block, because generated ones share objects. */
const copyOf = (design: JsonObject) => JSON.parse(JSON.stringify(design)) as JsonObject;

/** A copy with every text replaced by the result of `say`. */
export function mapTexts(design: JsonObject, say: (text: string, member: string) => string): JsonObject {
  const copy = copyOf(design);
  for (const { holder, member, text } of holdersOf(copy)) holder[member] = say(text, member);
  return copy;
}

/** Designs in which no two texts are equal; some have nothing to translate. */
export const designsWithUniqueTexts: fc.Arbitrary<JsonObject> = designs.map((design) => {
  let number = 0;
  return mapTexts(design, (_text, member) => {
    const name = `n${++number}`;
    if (['url', 'href', 'thumbnail'].includes(member)) return `https://shop.example/${name}`;
    return number % 5 === 0 ? `{{ variables.${name} }}` : `Words ${name}`;
  });
});

export const isProse = (text: string) => text.includes('Words');

/** One change of a design as an author makes it. */
export type BlockEdit =
  | { kind: 'say' | 'restyle' | 'remove' | 'name' | 'wrap'; pick: number }
  | { kind: 'insert'; pick: number; what: 'divider' | 'heading' }
  | { kind: 'move'; pick: number; to: number };

const pick = fc.nat(200);
const ofKind = (...kinds: BlockEdit['kind'][]) =>
  fc.record({
    ...{ kind: fc.constantFrom(...kinds), pick, to: pick },
    what: fc.constantFrom('divider', 'heading'),
  }) as unknown as fc.Arbitrary<BlockEdit>;
const upToSix = (edit: fc.Arbitrary<BlockEdit>) => fc.array(edit, { maxLength: 6 });

export const editsInPlace = upToSix(ofKind('say', 'say', 'restyle', 'remove', 'insert'));
/**
 * A block with another text under another name or in another list is another block, so these edits are not
 * combined.
 */
export const anyEdits = fc.oneof(
  upToSix(ofKind('say', 'say', 'restyle', 'remove', 'insert', 'move')),
  upToSix(ofKind('wrap', 'restyle', 'remove', 'insert', 'name', 'move')),
);

/** For designs whose blocks have names, as the editor assigns them. */
export const editsOfNamed = upToSix(ofKind('say', 'say', 'restyle', 'remove', 'insert', 'move', 'wrap'));

export function withBlockIds(design: JsonObject): JsonObject {
  const copy = copyOf(design);
  for (const [i, { value, leaves }] of partsOf(copy).entries())
    if (leaves.has('type')) value['id'] = `block ${i}`;
  return copy;
}

const canBeWrapped = (block: JsonObject) =>
  !['columns', 'loop', 'conditional'].includes(String(block['type']));

/** The design after the edits, and the texts that they wrote. */
export function edited(
  design: JsonObject,
  edits: readonly BlockEdit[],
): { design: JsonObject; said: string[] } {
  const copy = copyOf(design);
  const said: string[] = [];
  for (const [i, edit] of edits.entries()) {
    const blocks = copy['blocks'] as JsonObject[];
    const at = blocks.length === 0 ? 0 : edit.pick % blocks.length;
    const block = blocks[at];
    if (edit.kind === 'insert') {
      const text = `Words new ${i}`;
      if (edit.what === 'heading') said.push(text);
      blocks.splice(at, 0, { type: edit.what, ...(edit.what === 'heading' && { id: `new ${i}`, text }) });
    } else if (edit.kind === 'say') {
      const held = holdersOf(copy);
      const one = held[edit.pick % Math.max(1, held.length)];
      if (!one) continue;
      // The number is kept, so that its translation can be found.
      one.holder[one.member] = `${one.text}-${i}`.replace(/(\{\{ \S+ \}\})-/, '$1 - ');
      said.push(one.holder[one.member] as string);
    } else if (!block) continue;
    else if (edit.kind === 'restyle') block['showIf'] = `variables.look${i}`;
    else if (edit.kind === 'remove') blocks.splice(at, 1);
    else if (edit.kind === 'name') block['id'] = `named ${i}`;
    else if (edit.kind === 'move') blocks.splice(edit.to % blocks.length, 0, ...blocks.splice(at, 1));
    else if (canBeWrapped(block))
      blocks[at] = {
        type: 'conditional',
        id: `around ${i}`,
        if: 'variables.a',
        blocks: [block as JsonObject],
      };
  }
  const left = new Set(holdersOf(copy).map(({ text }) => text));
  return { design: copy, said: said.filter((text) => left.has(text)) };
}
