import { randomBytes } from 'node:crypto';

/** Ways to write a secret that a layout or request accepts. */
export const acceptedForms: Record<string, (name: string) => string> = {
  plain: (name) => `{{ secrets.${name} }}`,
  'without spaces': (name) => `{{- secrets.${name} -}}`,
  'in a condition': (name) => `{% if true %}{{ secrets.${name} }}{% endif %}`,
  'in a loop': (name) => `{% for i in (1..2) %}{{ secrets.${name} }}{% endfor %}`,
};

const filtered = (filter: string) => (name: string) => `{{ secrets.${name} | ${filter} }}`;

/** Forms that would transform, compare or carry a value, which are rejected on write. */
export const refusedForms: Record<string, (name: string) => string> = {
  ...Object.fromEntries(
    [
      ...['upcase', 'base64_encode', 'size', 'json', 'escape', 'url_encode', 'strip', 'reverse'],
      ...['split: "" | join: "-"', 'slice: 0, 12', 'append: "."', 'prepend: "."', 'default: "none"'],
    ].map((filter) => [filter, filtered(filter)]),
  ),
  'as a default': (name) => `{{ variables.none | default: secrets.${name} }}`,
  'as an argument': (name) => `{{ "x" | append: secrets.${name} }}`,
  assigned: (name) => `{% assign kept = secrets.${name} %}{{ kept | upcase }}`,
  captured: (name) => `{% capture kept %}{{ secrets.${name} }}{% endcapture %}{{ kept | upcase }}`,
  compared: (name) => `{% if secrets.${name} contains "a" %}yes{% endif %}`,
  switched: (name) => `{% case secrets.${name} %}{% when "a" %}yes{% endcase %}`,
  repeated: (name) => `{% for part in secrets.${name} %}{{ part }}{% endfor %}`,
  echoed: (name) => `{% echo secrets.${name} %}`,
  'in brackets': (name) => `{{ secrets["${name}"] }}`,
  'by a variable': (name) => `{% assign key = "${name}" %}{{ secrets[key] }}`,
  'as a part': (name) => `{{ secrets.${name}.size }}`,
  whole: () => '{{ secrets | json }}',
};

/** Long enough that no piece of it occurs by chance, with characters that texts escape and names drop. */
export const newValue = () => {
  const word = () => randomBytes(12).toString('base64url').replace(/[-_]/g, 'x');
  return `${word()}/${word()}&${word()}`;
};

const PIECE = 10;

const piecesOf = (text: string) =>
  Array.from({ length: Math.max(1, text.length - PIECE + 1) }, (_, at) => text.slice(at, at + PIECE));

/** Base64 of a text at any position in a longer one, without the characters shared with its neighbors. */
const base64Of = (value: string) =>
  [0, 1, 2].map((before) =>
    Buffer.from('.'.repeat(before) + value)
      .toString('base64')
      .slice(before === 0 ? 0 : 4)
      .replace(/.{0,4}=*$/, ''),
  );

/** Every piece that would reveal a value: as it is, in another case, reversed, in base64 or hex. */
export function tracesOf(value: string): string[] {
  const bare = value.split(/[/&]/).filter(({ length }) => length >= PIECE);
  const written = bare.flatMap((word) => [
    ...[word, word.toUpperCase(), word.toLowerCase(), [...word].reverse().join('')],
    ...[[...word].join('-'), Buffer.from(word).toString('hex')],
  ]);
  return [...new Set([...written, ...base64Of(value)].flatMap(piecesOf))];
}

/**
 * Finds the values that a text reveals. One automaton would be faster; a set of all pieces is enough here.
 */
export class LeakDetector {
  readonly #named = new Map<string, string>();

  add(name: string, value: string) {
    for (const trace of tracesOf(value)) this.#named.set(trace, name);
  }

  /** Names of the secrets in the text; line breaks within an encoded message do not hide a name. */
  in(text: string): string[] {
    const found = new Set<string>();
    const joined = text.replace(/=?(?:\\r)?(?:\\n|\n)/g, '');
    for (const read of new Set([text, joined]))
      for (let at = 0; at + PIECE <= read.length; at += 1) {
        const name = this.#named.get(read.slice(at, at + PIECE));
        if (name !== undefined) found.add(name);
      }
    return [...found];
  }
}
