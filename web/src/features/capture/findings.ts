import type { CapturedMailDetail } from './queries.ts';
import type { CapturedMailFacts } from './read-mail.ts';

/** Beyond this size Gmail clips the email. */
const CLIPPED_BYTES = 102 * 1024;
/** About as much of a subject as a phone shows. */
const LONG_SUBJECT = 70;

export type InboxFinding =
  | { kind: 'emptyVariables'; paths: string[] }
  | { kind: 'clipped'; kilobytes: number }
  | { kind: 'longSubject'; characters: number }
  | { kind: 'noText' }
  | { kind: 'insecureLinks' | 'insecurePictures'; addresses: string[] }
  | { kind: 'emptyLinks' | 'picturesWithoutAlt' | 'scripts'; count: number };

const isInsecure = (address: string) => /^http:/i.test(address);

type ReviewedMail = Pick<CapturedMailDetail, 'subject' | 'html' | 'text' | 'warnings'>;

/** Issues to fix before the email goes to customers. */
export function findingsOf(
  { subject, html, text, warnings }: ReviewedMail,
  facts: CapturedMailFacts,
): InboxFinding[] {
  const bytes = new TextEncoder().encode(html).length;
  const characters = [...subject].length;
  const insecureLinks = facts.links.map(({ href }) => href).filter(isInsecure);
  const insecurePictures = facts.remotePictures.filter(isInsecure);
  const found: (InboxFinding | false)[] = [
    warnings.length > 0 && { kind: 'emptyVariables', paths: warnings.map(({ path }) => path) },
    bytes > CLIPPED_BYTES && { kind: 'clipped', kilobytes: Math.ceil(bytes / 1024) },
    characters > LONG_SUBJECT && { kind: 'longSubject', characters },
    text.trim() === '' && { kind: 'noText' },
    insecureLinks.length > 0 && { kind: 'insecureLinks', addresses: insecureLinks },
    insecurePictures.length > 0 && { kind: 'insecurePictures', addresses: insecurePictures },
    facts.emptyLinks > 0 && { kind: 'emptyLinks', count: facts.emptyLinks },
    facts.picturesWithoutAlt > 0 && { kind: 'picturesWithoutAlt', count: facts.picturesWithoutAlt },
    facts.scripts > 0 && { kind: 'scripts', count: facts.scripts },
  ];
  return found.filter((each) => each !== false);
}

/** The headers of a message's source, unfolded. */
export function headersOf(source: string): { name: string; value: string }[] {
  const [head = ''] = source.split(/\r?\n\r?\n/, 1);
  return head
    .replace(/\r?\n[ \t]+/g, ' ')
    .split(/\r?\n/)
    .flatMap((line) => {
      const at = line.indexOf(':');
      return at < 0 ? [] : [{ name: line.slice(0, at), value: line.slice(at + 1).trim() }];
    });
}
