import { normalLocale } from './locale-code.ts';

const MAX_LENGTH = 500;

/** The languages that a browser asks for, most preferred first. */
export function acceptedLanguages(header: string | undefined): string[] {
  return (header ?? '')
    .slice(0, MAX_LENGTH)
    .split(',')
    .flatMap((part) => {
      const [name = '', ...parameters] = part.split(';').map((text) => text.trim());
      const locale = normalLocale(name);
      const weight = Number(parameters.find((text) => text.startsWith('q='))?.slice(2) ?? 1);
      return locale && weight > 0 ? [{ locale, weight }] : [];
    })
    .sort((a, b) => b.weight - a.weight)
    .map(({ locale }) => locale);
}
