import { wordsOfName } from './credential-forms.rules.ts';
import { singular, wordSet } from './credential-names.rules.ts';
import type { PersonalKind } from './mask.rules.ts';
import { memoizeByName } from './memoize.rules.ts';

/**
 * Which names indicate personal data: English ones, those of commerce platforms, and the most common words of
 * other languages. They are read from the last word: `email_type` and `address_format` do not match.
 */

const PHONE = wordSet(
  'phone telephone mobile mobilephone cellphone cell tel fax msisdn whatsapp telefon telefono telefone telefoon ' +
    'handy gsm phonenumber mobilenumber homephone workphone',
);
const NUMBERED = wordSet('phone telephone mobile cell tel fax contact whatsapp national');

/** Numbers of documents and insurances. `id_number` counts only if the ID is not that of a thing. */
const PAPERS = wordSet(
  'ssn cpf cnpj nino nif dni nie curp rfc pesel iban cvv identity insurance passport pan',
);
const isPaper = (before: string, others: readonly string[]) =>
  PAPERS.has(before) ||
  (before === 'id' && (others.length === 0 || others.includes('national') || isPerson(others)));

/** Compared without separators: `firstname`, `first_name` and `FirstName` are the same. */
const PERSON_NAME =
  /(?:(?:first|last|given|family|middle|maiden|full|sur|fore|nick|real)name|^[fl]name|[^a-z][fl]name|username|nameoncard|(?:account|card)holder(?:name)?|signedby|vorname|nachname|familienname|prenom|nomdefamille|apellidos?|cognome|voornaam|achternaam|sobrenome|imie|nazwisko|fornamn|efternamn)(?:kanji|kana|latin)?$/;

/** Objects whose `name` is a person's. */
const PERSON = wordSet(
  'customer buyer recipient receiver payer contact client shopper consignee addressee guest owner user member ' +
    'subscriber person employee staff driver attendee patient claimant witness requester submitter author ' +
    'traveller traveler passenger participant beneficiary cardholder holder card kunde kundin empfaenger ' +
    'destinataire cliente sender signer billing shipping delivery gift attn attention student tenant applicant',
);
/** These count only next to other personal members: `shipping.name` may be "Express". */
const MAYBE_PERSON = wordSet('billing shipping delivery gift card sender');
/** A shop has a name, an address and a phone number too. */
const BUSINESS = wordSet(
  'shop store company vendor merchant supplier warehouse organization organisation brand carrier',
);

const STREET =
  /(?:^|[^a-z])(?:street|streetaddress|addressline|street(?:name|number|no|nr)|housenumber|housenr|flatnumber|apartment|apt|neighborhood|neighbourhood|strasse|straat|indirizzo|direccion|endereco|ulica|adresse|hausnummer)$|(?:street|addressline|housenumber|streetaddress|street(?:no|nr|number)|flatnumber)$/;
const PLACE =
  /(?:zip|zipcode|postcode|postalcode|codepostal|postleitzahl|pincode|eircode|city|town|locality|suburb|woonplaats|cidade|ciudad|citta|miasto|ville)$/;
const SHORT_PLACE = wordSet('postal plz cep cap ort');
const ADDRESS_OF = wordSet('web site url mac wallet bitcoin contract server host memory network');

const BIRTH =
  /(?:birthday|birthdate|dateofbirth|birth|dob|geburtsdatum|geburtstag|fechadenacimiento|datanascimento)$/;
const NUMBER =
  /(?:ssn|socialsecurity(?:number)?|tax(?:id|number|vat)|vat(?:id|number|in)?|cnpj|cpf|codicefiscale|fiscalcode|personnummer|nationalid|passport(?:number|no)?|ninumber|nino|nationalinsurance(?:number)?|dri(?:ver|vers|ving)licen[cs]e(?:number)?|iban|bankaccount|accountnumber|sortcode|cardnumber|ccnumber|cvv|cvc)$/;
const SHORT_NUMBER = wordSet('nif nie dni curp rfc pan bsn pesel nin');
const GEO = wordSet('lat lng lon long latitude longitude latlng geocoordinates');

const MAX_NAME = 200;

interface ParsedName {
  words: string[];
  last: string;
  joined: string;
}

function readingOf(name: string): ParsedName {
  const plain = name.slice(0, MAX_NAME).normalize('NFD').replace(/\p{M}/gu, '').replaceAll('ß', 'ss');
  const words = wordsOfName(plain);
  return { words, last: singular(words.at(-1) ?? ''), joined: words.join('') };
}

const isPerson = (words: readonly string[]) => words.some((word) => PERSON.has(singular(word)));

/** What a name alone indicates. `who` is a person's name if the context confirms it. */
export type PersonalHint = PersonalKind | 'who' | 'address' | null;

function read(name: string): PersonalHint {
  // Payment providers number the parts of an address: the second is the city.
  if (/admin_?area_?2$/i.test(name)) return 'place';
  const { words, last, joined } = readingOf(name);
  const before = singular(words.at(-2) ?? '');
  if (last === '') return null;
  if (last === 'ip' || words.includes('ip') || joined.endsWith('ipaddress') || joined.endsWith('remoteaddr'))
    return 'ip';
  if (/e?mail$/.test(last) || (last === 'address' && /mail$/.test(before))) return 'email';
  if (PHONE.has(last) || /(?:phone|mobile)$/.test(last)) return 'phone';
  if (/^(?:number|no|nr)$/.test(last)) {
    if (NUMBERED.has(before)) return 'phone';
    if (isPaper(before, words.slice(0, -2))) return 'number';
  }
  if (PERSON_NAME.test(joined) || last === 'fname' || last === 'lname') return 'name';
  if (last === 'name' && words.length === 1) return 'who';
  if (last.endsWith('name') && isPerson([...words.slice(0, -1), last.slice(0, -4)])) return 'name';
  if (joined.endsWith('displayname')) return 'who';
  if (NUMBER.test(joined) || (words.length === 1 && SHORT_NUMBER.has(last))) return 'number';
  if (BIRTH.test(joined)) return 'birth';
  if (STREET.test(joined)) return 'street';
  if (last === 'address') return words.some((word) => ADDRESS_OF.has(word)) ? null : 'address';
  if (PLACE.test(joined) || SHORT_PLACE.has(last)) return 'place';
  if (GEO.has(last) || GEO.has(joined)) return 'geo';
  return null;
}

export const personalHintOf = memoizeByName(read);

export type Subject = 'person' | 'maybe' | 'business' | null;

/** Who an object's members are about, judged by the object's name. */
export const subjectOf = memoizeByName((name: string): Subject => {
  const ones = readingOf(name).words.map(singular);
  if (ones.some((word) => BUSINESS.has(word))) return 'business';
  if (ones.some((word) => PERSON.has(word) && !MAYBE_PERSON.has(word))) return 'person';
  return ones.some((word) => MAYBE_PERSON.has(word)) ? 'maybe' : null;
});
