import { wordSet } from './credential-names.rules.ts';
import { MASK, maskedName } from './mask.rules.ts';
import { allMatches, type TextSpan } from './spans.rules.ts';
import { matchesFrom, wordStartsFor } from './word-starts.rules.ts';

/** Names and addresses recognized only by the words around them. */

const WORD = String.raw`\p{Lu}(?:\.|[\p{L}\p{M}'’-]{1,30})`;
const PARTICLE = '(?:van|von|der|den|de|del|della|la|le|di|da|dos|du|bin|al|zu|af)';
const NAME = new RegExp(`${WORD}(?: (?:${PARTICLE} ){0,2}${WORD}){0,3}`, 'uy');
const TITLE =
  /(?:M\.|Mr|Mrs|Ms|Miss|Mx|Dr|Prof|Herrn?|Frau|Mme|Mlle|Monsieur|Madame|Señora?|Sra?|Signora?|Dhr|Mevr)\.? {1,2}/uy;

/** Words after a greeting or a title that are not names. */
const NOBODY = wordSet(
  'customer customers valued client clients team all there world sir madam friend friends everyone everybody you your ' +
    'the our user member guest subscriber kunde kundin kunden damen herren welt zusammen grüße grüßen grüsse gruß wünsche ' +
    'qualität cliente clientes todos tous toutes sales support service shop store coffee clean pac-man potato bean ' +
    'muscle required unknown none',
);

interface NameLead {
  /** Each match of `lead` begins with one of these. */
  begins: readonly string[];
  /** Has no lookbehind, which would make it several times slower; `follows` tests the text before instead. */
  lead: RegExp;
  follows: RegExp;
  /** How many words a name must have here. */
  words: number;
  /** Must match after the name, so that an ordinary sentence does not match. */
  after?: RegExp;
}

const PAUSE = /[ \t]*(?:[,!:.\n<]|\\n)/y;
const LINE_END = /[ \t]*(?:[,!:.\n<]|\\n|$)/y;
const GOES_ON = /[.,;)]| \(?\p{Ll}/uy;

const LINE_START = /(?:^|[\n>"] {0,4}|\\n)$/;
const NO_WORD = /(?:^|[^\p{L}\d])$/u;
const ANYTHING = /$/;
/** The number of characters before a lead that are read. */
const BEFORE = 6;

export const NAME_LEADS: readonly NameLead[] = [
  {
    begins:
      'dear,hi ,hello,hey,hallo,liebe,guten ,sehr geehrte,bonjour,bonsoir,salut,cher,chère,hola,estimad,querid,ciao,gentile,caro,cara,buongiorno,beste,geachte,hoi,hej,hei,kära,olá,prezad,cze'.split(
        ',',
      ),
    lead: /(?:dear|hi|hello|hey|hallo|liebe[rs]?|guten (?:tag|morgen|abend)|sehr geehrte[rs]?|bonjour|bonsoir|salut|cher|chère|hola|estimad[oa]|querid[oa]|ciao|gentile|car[oa]|buongiorno|beste|geachte|hoi|hej|hei|kära|olá|prezad[oa]|cześć)\s{1,2}/iy,
    follows: LINE_START,
    words: 1,
    after: PAUSE,
  },
  {
    begins: 'mr ,mr.,mrs,ms ,ms.,m. ,m..,herr,frau,mme,mlle,monsieur,señor,signor,dhr,mevr'.split(','),
    lead: /(?=(?:Mr|Mrs|Ms|M\.|Herrn?|Frau|Mme|Mlle|Monsieur|Señora?|Signora?|Dhr|Mevr)\.? )/y,
    follows: NO_WORD,
    words: 1,
  },
  {
    begins: 'customer,recipient,client,buyer,kunde,kundin'.split(','),
    lead: /(?:customer|recipient|client|buyer|kunde|kundin) {1,2}/iy,
    follows: NO_WORD,
    words: 2,
    after: GOES_ON,
  },
  {
    begins:
      'customer,client,buyer,recipient,contact,full,first,last,billing,shipping,receiver,surname,vorname,nachname,prénom,nombre,cognome,voornaam,achternaam'.split(
        ',',
      ),
    lead: /(?:customer|client|buyer|recipient|contact|full|first|last|billing|shipping|receiver)[ _]?name ?[:=]\s{0,3}|(?:surname|vorname|nachname|prénom|nombre|cognome|voornaam|achternaam) ?[:=]\s{0,3}/iy,
    follows: NO_WORD,
    words: 1,
  },
  {
    begins:
      'customer,client,buyer,recipient,receiver,contact,attn,attention,ship to,bill to,sold to,deliver,kunde,kundin,empfänger,destinata,ontvanger,mottagare,name'.split(
        ',',
      ),
    lead: /(?:customer|client|buyer|recipient|receiver|contact|attn\.?|attention|ship to|bill to|sold to|deliver(?:ed)? to|kunde|kundin|empfänger(?:in)?|destinataire|destinatario|cliente|ontvanger|mottagare|name) ?[:=]\s{0,3}/iy,
    follows: NO_WORD,
    words: 2,
  },
  {
    begins:
      'signed,placed,ordered,received,accepted,requested,submitted,handed,issued,refunded,assigned,addressed,customer,recipient,client,buyer,my name is,mein name ist,ich hei,je m,me llamo,mi chiamo,mijn naam is,jag heter,meu nome'.split(
        ',',
      ),
    lead: /(?:(?:signed|placed|ordered|received|accepted|requested|submitted) by|signed|(?:handed|issued|refunded|assigned|addressed) to|(?:customer|recipient|client|buyer) (?:to|is|was)|my name is|mein name ist|ich heiße|je m['’]appelle|me llamo|mi chiamo|mijn naam is|jag heter|meu nome é)\s{1,2}/iy,
    follows: NO_WORD,
    words: 2,
  },
  {
    begins:
      'regards,wishes,sincerely,yours,thanks,cheers,grü,cordialement,saludos,saluti,groet,hälsningar,pozdrawiam'.split(
        ',',
      ),
    lead: /(?:regards|wishes|sincerely|yours|thanks|cheers|grüßen?|grüssen?|cordialement|saludos|saluti|groet(?:en)?|hälsningar|pozdrawiam)[,!.]?[ \t]{0,4}\n\s{0,4}/iy,
    follows: ANYTHING,
    words: 1,
    after: LINE_END,
  },
];

const nameLeadStarts = wordStartsFor(NAME_LEADS.map(({ begins }) => begins));

function nameAt(text: string, from: number, { words, after }: NameLead): TextSpan | null {
  TITLE.lastIndex = from;
  const titled = TITLE.test(text);
  const start = titled ? TITLE.lastIndex : from;
  NAME.lastIndex = start;
  const name = NAME.exec(text)?.[0];
  if (name === undefined || NOBODY.has((name.split(' ')[0] as string).toLowerCase())) return null;
  if (!titled && name.split(' ').length < words) return null;
  const end = start + name.length;
  if (after && !titled) {
    after.lastIndex = end;
    if (!after.test(text)) return null;
  }
  return { start, end, mask: maskedName(name) };
}

/** Any word that introduces a name; skips most text with one test. */
const ANY_LEAD =
  /dear|hi |hello|hey|hallo|liebe|guten |geehrte|bonjour|bonsoir|salut|cher|chère|hola|estimad|querid|ciao|gentile|car[oa] |buongiorno|beste|geachte|hoi |hej|hei |kära|olá|prezad|cześć|mrs? |ms |mrs?\. |ms\. |m\. |herrn? |frau |mme|mlle|monsieur|señora?|signora?|dhr|mevr|name|customer|client|buyer|recipient|receiver|contact|attn|attention| to ?[:=]| by | to |kund|empfänger|destinata|ontvanger|mottagare|nombre|cognome|naam|prénom|signed|heiße|m['’]appelle|llamo|chiamo|heter|nome|regards|wishes|sincerely|yours|thanks|cheers|grü|cordialement|saludos|saluti|groet|hälsningar|pozdrawiam/i;

function nameSpans(text: string): TextSpan[] {
  const spans: TextSpan[] = [];
  const starts = nameLeadStarts(text);
  if (starts.every((places) => places.length === 0) || !ANY_LEAD.test(text)) return spans;
  for (const [i, rule] of NAME_LEADS.entries())
    for (const match of matchesFrom(rule.lead, text, starts[i] as number[])) {
      if (!rule.follows.test(text.slice(Math.max(0, match.index - BEFORE), match.index))) continue;
      const span = nameAt(text, match.index + match[0].length, rule);
      if (span) spans.push(span);
    }
  return spans;
}

const ENDS = String.raw`(?= {0,2}(?:$|[,.;:)\n<"'\\]|Apt|Unit|Suite|Flat|#))`;
const KINDS =
  'Street|St|Avenue|Ave|Road|Rd|Lane|Ln|Drive|Dr|Boulevard|Blvd|Court|Ct|Place|Terrace|Way|Crescent|Close|Square|Parkway|Pkwy|Highway|Gardens|Grove|Row|Mews';
const ENDINGS =
  'straße|strasse|str\\.|weg|platz|gasse|allee|damm|ufer|straat|laan|gracht|plein|kade|gatan|vägen|veien|gade|vej';

/** Patterns of street addresses; `hint` is part of each and faster to test. */
const STREETS: readonly { hint: RegExp; street: RegExp }[] = [
  {
    hint: new RegExp(` (?:${KINDS})`),
    street: new RegExp(
      String.raw`(?<![\w.#/-])\d{1,5}[A-Za-z]? (?:\p{Lu}[\p{L}'’.-]{0,20} ){1,3}(?:${KINDS})\.?${ENDS}`,
      'gu',
    ),
  },
  {
    hint: new RegExp(`(?:${ENDINGS}) \\d`),
    street: new RegExp(
      String.raw`(?<!\p{L})\p{Lu}[\p{L}-]{1,30}(?:${ENDINGS}) \d{1,4} ?[a-z]?(?![\p{L}\d])`,
      'gu',
    ),
  },
  {
    hint: /(?:Straße|Strasse|Str\.|Weg|Platz|Allee|Gasse|Damm) \d/,
    street:
      /(?<!\p{L})\p{Lu}[\p{L}-]{1,30}[ -](?:Straße|Strasse|Str\.|Weg|Platz|Allee|Gasse|Damm) \d{1,4} ?[a-z]?(?![\p{L}\d])/gu,
  },
  {
    hint: / (?:rue|avenue|boulevard|place|chemin|impasse|allée|quai|route) /,
    street:
      /(?<![\w.#/-])\d{1,4}(?: bis| ter)?,? (?:rue|avenue|boulevard|place|chemin|impasse|allée|quai|route) (?:(?:de|du|des|la|le|les|d['’]|l['’]|\p{Lu})[\p{L}'’-]{0,20} ?){1,6}/gu,
  },
  {
    hint: /(?:Calle|C\/|Avenida|Avda\.?|Plaza|Paseo|Via|Viale|Piazza|Corso|Rua|Travessa|Praça|ul\.|al\.) /,
    street:
      /(?<!\p{L})(?:Calle|C\/|Avenida|Avda\.?|Plaza|Paseo|Via|Viale|Piazza|Corso|Rua|Travessa|Praça|ul\.|al\.) (?:(?:de|del|della|la|do|da|dos|\p{Lu})[\p{L}'’.-]{0,20} ){1,5}\d{1,5}(?:\/\d{1,4})?(?![\p{L}\d])/gu,
  },
  {
    hint: /Box|Postfach|Packstation|Apartado|postale/i,
    street: /(?<![\p{L}\d])(?:P\.?O\.? ?Box|Postfach|Packstation|Apartado|Boîte postale) \d{1,7}/giu,
  },
];
/** Postcode and town after a street. */
const TOWN = String.raw`\p{Lu}[\p{L}'’-]{1,25}(?: \p{Lu}[\p{L}'’-]{1,25}){0,2}`;
const TAIL = new RegExp(
  String.raw`(?:,? (?:Apt|Apartment|Unit|Suite|Flat|#)\.? ?\w{1,6})?(?:[,\n]\s{0,2}(?:(?:[A-Z]{1,2}-)?\d{4,5}(?: [A-Z]{2})? ${TOWN}|${TOWN},? (?:[A-Z]{2} \d{5}(?:-\d{4})?|[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2})))?`,
  'uy',
);

function streetSpans(text: string): TextSpan[] {
  const spans: TextSpan[] = [];
  if (!/ \d|\d /.test(text)) return spans;
  for (const { hint, street } of STREETS) {
    if (!hint.test(text)) continue;
    for (const match of allMatches(street, text)) {
      TAIL.lastIndex = match.index + match[0].trimEnd().length;
      const tail = TAIL.exec(text)?.[0].length ?? 0;
      spans.push({ start: match.index, end: match.index + match[0].trimEnd().length + tail, mask: MASK });
    }
  }
  return spans;
}

export const nameInProseSpans = (text: string): TextSpan[] =>
  /\p{Lu}/u.test(text) ? [...nameSpans(text), ...streetSpans(text)] : [];
