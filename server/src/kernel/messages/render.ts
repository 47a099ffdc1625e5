/** A message of any catalog: its code and the values of its placeholders. */
interface Coded {
  readonly code: string;
  readonly params: Readonly<Record<string, CodedPart>>;
}

type CodedPart = string | number | Coded | readonly (string | Coded)[];

const HOLE = /\{(\w+)\}/g;

/** Renders a message with `texts`, the catalog of one language. */
export function render(texts: Readonly<Record<string, string>>, { code, params }: Coded): string {
  const template = texts[code] ?? code;
  if (!template.includes('{')) return template;
  return template.replace(HOLE, (hole, name: string) =>
    Object.hasOwn(params, name) ? renderPart(texts, params[name] as CodedPart) : hole,
  );
}

function renderPart(texts: Readonly<Record<string, string>>, part: CodedPart): string {
  if (typeof part === 'string') return part;
  if (typeof part === 'number') return String(part);
  if ('code' in part) return render(texts, part);
  return part.map((each) => renderPart(texts, each)).join(', ');
}
