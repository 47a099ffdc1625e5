import { type Language, useLanguage } from './texts.tsx';

const SECOND = 1000;
const steps: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 365 * 86_400 * SECOND],
  ['month', 30 * 86_400 * SECOND],
  ['day', 86_400 * SECOND],
  ['hour', 3600 * SECOND],
  ['minute', 60 * SECOND],
];

/** Created on first use and then cached, because it takes a browser milliseconds. */
function lazy<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

function createFormats(language: Language) {
  // The reader's own regional variant of the language, if any: 3/4 and 4/3 are different days.
  const locale = navigator.languages.find((tag) => tag.startsWith(language)) ?? language;
  const whole = lazy(() => new Intl.NumberFormat(locale));
  const units = ['byte', 'kilobyte', 'megabyte'].map((unit) =>
    lazy(() => new Intl.NumberFormat(locale, { style: 'unit', unit, maximumFractionDigits: 1 })),
  );
  const relative = lazy(() => new Intl.RelativeTimeFormat(language, { numeric: 'auto' }));
  const full = lazy(() => new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'medium' }));
  const day = lazy(() => new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }));
  return {
    number: (value: number) => whole().format(value),
    /** `1.4 MB` */
    bytes: (size: number) => {
      const step = size < 1000 ? 0 : size < 1_000_000 ? 1 : 2;
      return units[step]?.().format(size / 1000 ** step) ?? '';
    },
    day: (time: string) => day().format(new Date(time)),
    full: (time: string) => full().format(new Date(time)),
    /** `3 hours ago`, `in 2 days`. */
    relative: (time: string, now = Date.now()) => {
      const distance = new Date(time).getTime() - now;
      const [unit, size] = steps.find(([, size]) => Math.abs(distance) >= size) ?? ['second', SECOND];
      return unit === 'second'
        ? relative().format(0, 'second')
        : relative().format(Math.trunc(distance / size), unit);
    },
  };
}

const formats: Readonly<Record<Language, () => ReturnType<typeof createFormats>>> = {
  en: lazy(() => createFormats('en')),
  de: lazy(() => createFormats('de')),
};

/** Formats numbers and times in the reader's language. */
export const useFormats = () => formats[useLanguage().language]();
