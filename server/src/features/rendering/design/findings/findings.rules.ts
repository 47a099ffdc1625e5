import { fieldName } from '../../../../kernel/fields.ts';
import type { JsonPath } from '../../../../kernel/json.ts';
import { colorFindings } from './color-findings.rules.ts';
import { type MailFacts, presetStep, type RawFinding } from './finding.rules.ts';
import { type Severity, severities, severityOf } from './finding-rules.schema.ts';
import { linkFindings } from './link-findings.rules.ts';
import { inboxFindings, languageFindings, marketingFindings, weightFindings } from './mail-findings.rules.ts';
import { pictureFindings } from './picture-findings.rules.ts';
import { type ReadMail, readMail } from './read-mail.rules.ts';
import { headingFindings, plainTextFindings, sizeFindings } from './text-findings.rules.ts';
import { nameFindings, valueFindings } from './variable-findings.rules.ts';

/** A location in a preset; `field` is its name in the API: `blocks[1].alt`. */
interface InPreset {
  id: string;
  name: string;
  field: string;
}

/**
 * `field` is the path as named in the API: `bodyDesign.blocks[2].alt`. For a finding in a preset, `path` and
 * `field` name the place in the design that uses the preset: the block, or `bodyDesign.header`.
 */
export type MailFinding = RawFinding & { severity: Severity; field: string; preset: InPreset | null };

/** A longer list for one language would not be read. */
export const MAX_FINDINGS = 100;

const checks: readonly ((mail: ReadMail) => Iterable<RawFinding>)[] = [
  ...[inboxFindings, marketingFindings, weightFindings, linkFindings, pictureFindings, colorFindings],
  ...[sizeFindings, headingFindings, plainTextFindings, nameFindings, valueFindings, languageFindings],
];

const valueAt = (value: unknown, path: JsonPath): unknown =>
  path.reduce<unknown>((at, step) => (at as Record<string | number, unknown> | null)?.[step], value);

function placed(found: RawFinding, { design, presets }: MailFacts): MailFinding {
  const severity = severityOf[found.rule];
  const at = presetStep(found.path);
  const path = at < 0 ? found.path : found.path.slice(0, at);
  const id = at < 0 ? null : String(valueAt({ bodyDesign: design }, [...path, 'preset']));
  const preset = id !== null && Object.hasOwn(presets, id) ? presets[id] : null;
  const field = preset ? fieldName([...preset.path, ...found.path.slice(at + 1)]) : '';
  return {
    ...{ ...found, path, severity, field: fieldName(path) },
    preset: id !== null && preset ? { id, name: preset.name, field } : null,
  };
}

const rank = ({ severity }: MailFinding) => severities.indexOf(severity);

/**
 * The issues of one language of a layout, the most severe first, each rule once per field
 * (contract: Layouts 15).
 */
export function findingsOf(facts: MailFacts): MailFinding[] {
  const mail = readMail(facts);
  const found = new Map<string, MailFinding>();
  for (const check of checks)
    for (const each of check(mail)) {
      const finding = placed(each, facts);
      // Issues of a preset that is used twice are listed once.
      const where = finding.preset ? `${finding.preset.id}\0${finding.preset.field}` : finding.field;
      const key = `${finding.rule}\0${where}\0${JSON.stringify(finding.values)}`;
      if (!found.has(key)) found.set(key, finding);
    }
  return [...found.values()].sort((one, other) => rank(one) - rank(other)).slice(0, MAX_FINDINGS);
}
