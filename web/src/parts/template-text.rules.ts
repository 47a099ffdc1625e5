/** For reading only: Liquid within quotes, which the real parser understands, would be shown as text. */
const LIQUID = /\{\{-?\s*([\w.[\]"'-]*)[\s\S]*?\}\}|\{%[\s\S]*?%\}/g;

/** `variables.order.first_name` → `Order first name`: the last two names of a path, as words. */
export function variableLabel(path: string): string {
  const names = path
    .replace(/^(?:variables|secrets)\./, '')
    .split(/[.[\]"']+/)
    .filter((name) => name !== '' && !/^\d+$/.test(name));
  const words = names
    .slice(-2)
    .flatMap((name) => name.replace(/([a-z\d])([A-Z])/g, '$1 $2').split(/[\s_-]+/))
    .map((word) => word.toLowerCase())
    .join(' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export type TemplatePart = { text: string } | { variable: string };

/** Text and variables in reading order. Conditions and loops are left out; unclosed Liquid remains text. */
export function templateParts(template: string): TemplatePart[] {
  const parts: TemplatePart[] = [];
  const addText = (text: string) => text !== '' && parts.push({ text });
  let end = 0;
  for (const found of template.matchAll(LIQUID)) {
    addText(template.slice(end, found.index));
    if (found[1]) parts.push({ variable: variableLabel(found[1]) });
    end = found.index + found[0].length;
  }
  addText(template.slice(end));
  return parts;
}
