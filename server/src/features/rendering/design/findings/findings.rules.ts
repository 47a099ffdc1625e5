import { fieldName } from '../../../../kernel/fields.ts';
import { colorFindings } from './color-findings.rules.ts';
import type { Found, MailFacts } from './finding.rules.ts';
import { type Severity, severities, severityOf } from './finding-rules.schema.ts';
import { linkFindings } from './link-findings.rules.ts';
import { inboxFindings, languageFindings, marketingFindings, weightFindings } from './mail-findings.rules.ts';
import { pictureFindings } from './picture-findings.rules.ts';
import { type ReadMail, readMail } from './read-mail.rules.ts';
import { headingFindings, plainTextFindings, sizeFindings } from './text-findings.rules.ts';
import { nameFindings, valueFindings } from './variable-findings.rules.ts';

/** `field` is the path as callers name it: `bodyDesign.blocks[2].alt`. */
export type MailFinding = Found & { severity: Severity; field: string };

/** More of one language are read by nobody. */
export const MAX_FINDINGS = 100;

const checks: readonly ((mail: ReadMail) => Iterable<Found>)[] = [
  ...[inboxFindings, marketingFindings, weightFindings, linkFindings, pictureFindings, colorFindings],
  ...[sizeFindings, headingFindings, plainTextFindings, nameFindings, valueFindings, languageFindings],
];

const rank = ({ severity }: MailFinding) => severities.indexOf(severity);

/** What could be better in one language of a layout: what matters most first, each rule once a field. */
export function findingsOf(facts: MailFacts): MailFinding[] {
  const mail = readMail(facts);
  const found = new Map<string, MailFinding>();
  for (const check of checks)
    for (const each of check(mail)) {
      const finding = { ...each, severity: severityOf[each.rule], field: fieldName(each.path) };
      const key = `${finding.rule}\0${finding.field}\0${JSON.stringify(finding.values)}`;
      if (!found.has(key)) found.set(key, finding);
    }
  return [...found.values()].sort((one, other) => rank(one) - rank(other)).slice(0, MAX_FINDINGS);
}
