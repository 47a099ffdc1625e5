import { headerKind } from '../../src/features/records/masking/headers.rules.ts';
import { maskText, maskTree } from '../../src/features/records/masking/tree.rules.ts';
import {
  collectedNames,
  credentialNames,
  credentialPlaces,
  harmlessNames,
  shapesOf,
} from './credential-names.ts';

const VALUE = 'blue sky';
const IN_URL = 'blue-sky';
const isToken = (name: string) => /^[\w.-]+$/.test(name);

/** Each place of a name, and whether it is recognized there as a credential's. */
type Readings = Generator<[place: string, isHidden: boolean]>;
function* valueReadings(name: string): Readings {
  yield ['member', JSON.stringify(maskTree({ order: { id: 1, [name]: VALUE } })).includes(VALUE) === false];
  for (const [place, write] of Object.entries(credentialPlaces))
    yield [place, !maskText(write(name, IN_URL)).includes(IN_URL)];
}
function* headerReadings(name: string): Readings {
  if (isToken(name)) yield ['header', headerKind(`X-${name}`) === 'credential'];
}
function* readings(name: string): Readings {
  yield* valueReadings(name);
  yield* headerReadings(name);
}

export interface NameFigures {
  language: string;
  total: number;
  hidden: number;
  /** Credentials that were missed, or harmless names that were masked. */
  wrong: string[];
}

function figuresOf(
  language: string,
  names: Iterable<string>,
  isCredential: boolean,
  readingsOf = readings,
): NameFigures {
  const figures: NameFigures = { language, total: 0, hidden: 0, wrong: [] };
  for (const name of names)
    for (const [place, isHidden] of readingsOf(name)) {
      figures.total++;
      if (isHidden) figures.hidden++;
      if (isHidden !== isCredential) figures.wrong.push(`${name} (${place})`);
    }
  return figures;
}

const harmlessShapes = harmlessNames.flatMap((name) => shapesOf(name, 'order'));

/** Recall for credential names by language, over every shape and place, and the same for harmless names. */
export const measureCredentialNames = (): {
  languages: NameFigures[];
  collected: NameFigures;
  harmless: NameFigures;
  harmlessHeaders: NameFigures;
} => ({
  languages: Object.entries(credentialNames).map(([language, { user, words }]) =>
    figuresOf(
      language,
      words.split(/,\s*/).flatMap((word) => shapesOf(word, user)),
      true,
    ),
  ),
  collected: figuresOf('names from requests', collectedNames, true),
  harmless: figuresOf('harmless names', harmlessShapes, false, valueReadings),
  harmlessHeaders: figuresOf('harmless header names', harmlessShapes, false, headerReadings),
});
