import { AssertionError, type FilterImplOptions, filters, type Liquid, toValue } from 'liquidjs';
import { message } from '../../../kernel/messages/message.ts';
import { textOf } from './liquid-output.rules.ts';
import { LiquidTextError } from './liquid-text-error.rules.ts';
import { safeUrl } from './mail-html.rules.ts';

/** A filter as a function; LiquidJS also takes filters as objects. */
export type FilterHandler = Extract<FilterImplOptions, (...args: never[]) => unknown>;
type FilterThis = ThisParameterType<FilterHandler>;

const MAX_KEPT_FORMATS = 200;

/** Caches Intl formatters by locale and option, since creating one takes longer than rendering a short text. */
function cacheByLocale<T>(
  make: (locale: string, option: string) => T,
): (locale: string, option: string) => T {
  const made = new Map<string, T>();
  return (locale, option) => {
    const key = `${locale} ${option}`;
    const known = made.get(key) ?? make(locale, option);
    if (made.size >= MAX_KEPT_FORMATS) made.clear();
    made.set(key, known);
    return known;
  };
}

const numbers = cacheByLocale(
  (locale, currency) =>
    new Intl.NumberFormat(locale, currency ? { style: 'currency', currency } : { minimumFractionDigits: 2 }),
);
const plurals = cacheByLocale((locale) => new Intl.PluralRules(locale));

type DateStyle = 'short' | 'medium' | 'long' | 'full';
const dateStyles: readonly unknown[] = ['short', 'medium', 'long', 'full'] satisfies DateStyle[];
const dates = cacheByLocale((locale, option) => {
  const [style, timeZone] = option.split(' ');
  return new Intl.DateTimeFormat(locale, { dateStyle: style as DateStyle, timeZone });
});

/** A locale that Intl accepts, because it does not accept every form of our codes. */
export function intlLocale(locale: unknown): string {
  try {
    return Intl.getCanonicalLocales(textOf(locale).replaceAll('_', '-'))[0] ?? 'en';
  } catch {
    return 'en';
  }
}

const DECIMAL = /^-?\d{1,30}(\.\d{1,30})?$/;

/**
 * Formats an amount: `{{ variables.order.total | money: "EUR" }}`, `{{ 5 | money: "JPY", "ja" }}`. The amount
 * is in whole units, a number or a decimal string ("19.90") as workflow platforms send it, and not in cents
 * as in Shopify's themes. Without a currency (if a variable is missing), it is a bare number. Anything but an
 * amount is returned unchanged.
 */
function money(this: FilterThis, amount: unknown, currency?: unknown, locale?: unknown): unknown {
  const value = toValue(amount);
  const text = textOf(value).trim();
  if (typeof value !== 'number' && !DECIMAL.test(text)) return value;
  const format = numbers(intlLocale(locale ?? this.context.opts.locale), textOf(currency).toUpperCase());
  // A decimal string is formatted exactly, without binary fractions.
  return format.format(typeof value === 'number' ? value : (text as `${number}`));
}

/**
 * Picks a text: for a number by its plural form, `{{ n | t: one: "item", other: "items" }}`; otherwise by the
 * email's language, `{{ "Thanks" | t: de: "Danke", pt-br: "Obrigado" }}`. The default is the input.
 */
function t(this: FilterThis, shown: unknown, ...choices: unknown[]): unknown {
  const locale = intlLocale(this.context.opts.locale);
  const texts = new Map(
    choices
      .filter((choice): choice is [string, unknown] => Array.isArray(choice) && choice.length === 2)
      .map(([label, text]) => [label.toLowerCase().replaceAll('_', '-'), text]),
  );
  const text = textOf(shown).trim();
  if (texts.has('other') && DECIMAL.test(text))
    return texts.get(plurals(locale, '').select(Number(text))) ?? texts.get('other');
  const language = locale.toLowerCase();
  return texts.get(language) ?? texts.get(language.split('-')[0] as string) ?? shown;
}

const builtInDate = filters['date'] as FilterHandler;

/** Liquid counts minutes west of Greenwich. */
function intlZone(zone: unknown): string {
  if (typeof zone !== 'number') return textOf(zone) || 'UTC';
  const minutes = Math.abs(zone);
  const two = (n: number) => String(Math.floor(n)).padStart(2, '0');
  return `${zone > 0 ? '-' : '+'}${two(minutes / 60)}:${two(minutes % 60)}`;
}

/**
 * Liquid's own `date`, in UTC unless a zone is given, with `short`, `medium`, `long` and `full` as locale
 * formats.
 */
function date(this: FilterThis, value: unknown, format?: unknown, zone?: unknown): unknown {
  if (!dateStyles.includes(format)) return builtInDate.call(this, value, format, zone);
  const seconds: unknown = builtInDate.call(this, value, '%s', zone);
  if (typeof seconds !== 'string' || !/^-?\d+$/.test(seconds)) return value;
  const locale = intlLocale(this.context.opts.locale);
  return dates(locale, `${format} ${intlZone(zone)}`).format(Number(seconds) * 1000);
}

const isLimit = (error: unknown) =>
  error instanceof AssertionError && error.message.endsWith('limit exceeded');

/** Errors from Intl and from decoding quote the value, which may be personal. */
function quiet(name: string, filter: FilterImplOptions): FilterImplOptions {
  const handler = typeof filter === 'function' ? filter : filter.handler;
  const quietHandler: FilterHandler = function (...args) {
    try {
      return handler.apply(this, args);
    } catch (error) {
      if (isLimit(error) || error instanceof LiquidTextError) throw error;
      throw new LiquidTextError(message('filter_bad_value', { name }));
    }
  };
  return typeof filter === 'function' ? quietHandler : { ...filter, handler: quietHandler };
}

export function addFilters(engine: Liquid): void {
  const safe_url = (value: unknown) => safeUrl(textOf(value));
  for (const [name, filter] of Object.entries({ money, t, date, safe_url }))
    engine.registerFilter(name, filter);
}

/** Call it after every filter has been added. */
export function hideValuesInFilterErrors(engine: Liquid): void {
  for (const [name, filter] of Object.entries(engine.filters))
    if (filter) engine.registerFilter(name, quiet(name, filter));
}
