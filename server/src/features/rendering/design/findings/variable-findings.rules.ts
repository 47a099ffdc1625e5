import { globalNames } from '../../liquid/liquid-names.rules.ts';
import { presetStep, type RawFinding } from './finding.rules.ts';
import { variableAt } from './read-blocks.rules.ts';
import type { ReadMail, ReadText } from './read-mail.rules.ts';

const ROOT = 'variables.';

/** Names that are never assigned, usually because `variables.` is missing. Reported once per field. */
export function* nameFindings({ texts, assigned, isWhole }: ReadMail): Generator<RawFinding> {
  // An unknown preset may assign them.
  if (!isWhole) return;
  for (const { path, liquid } of texts)
    for (const name of new Set(liquid.names))
      if (!globalNames.includes(name) && !assigned.has(name))
        yield { rule: 'variable-unknown', path, values: { name } };
}

/** Whether the text depends on a condition, so that its values might not be missing after all. */
const isConditional = ({ owner, liquid }: ReadText) => owner?.isConditional === true || liquid.hasTags;

const isEmpty = (path: string, variables: ReadMail['facts']['variables']) =>
  (variableAt(path, variables) ?? null) === null;

const isShared = ({ path }: ReadText) => presetStep(path) >= 0;

/**
 * Values that are, or may be, missing. Each is reported once, where the email first shows it, with its own
 * blocks before presets.
 */
export function* valueFindings({ facts, texts: read }: ReadMail): Generator<RawFinding> {
  const { missing, variables, requiredVariables } = facts;
  const texts = [...read.filter((text) => !isShared(text)), ...read.filter(isShared)];
  const tested = new Set(texts.flatMap(({ liquid }) => liquid.tested));
  const told = new Set<string>();
  for (const text of texts)
    for (const { path, hasDefault } of text.liquid.outputs) {
      if (!path.startsWith(ROOT) || hasDefault || told.has(path)) continue;
      const isMissing = missing
        ? missing.includes(path)
        : !isConditional(text) && !tested.has(path) && isEmpty(path, variables);
      const isRequired = requiredVariables.includes(path.slice(ROOT.length));
      if (!isMissing && (isRequired || tested.has(path))) continue;
      told.add(path);
      yield {
        rule: isMissing ? 'variable-missing' : 'default-missing',
        ...{ path: text.path, values: { name: path } },
      };
    }
  // Values that are composed, or used by a filter, are not separate outputs.
  for (const path of missing ?? []) {
    const isNamed = told.has(path) || !path.startsWith(ROOT);
    const place = isNamed ? null : texts.find(({ text }) => text.includes(path));
    if (place) yield { rule: 'variable-missing', path: place.path, values: { name: path } };
  }
}
