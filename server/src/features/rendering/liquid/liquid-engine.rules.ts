import { Liquid } from 'liquidjs';
import { type DataFormat, markValue, writeData } from './liquid-data.rules.ts';
import { addFilters, quietFilters } from './liquid-filters.rules.ts';
import { countCaptures, htmlOf, writeHtml, writeText } from './liquid-html.rules.ts';

/** Longer texts are refused before they are parsed: parsing time grows faster than the text. */
export const MAX_TEXT_LENGTH = 200_000;

/** What an engine writes: plain text, an email's HTML or text, or a format in which values are marked. */
export type LiquidFormat = 'none' | 'html' | 'text' | DataFormat;

/** They read other templates, and there are none. */
const removedTags = ['include', 'render', 'layout', 'block'];

/** `*_exp` evaluates text as unchecked Liquid; `inspect` prints everything an object holds. */
const isRemovedFilter = (name: string) => name.endsWith('_exp') || name === 'inspect';

/**
 * The only place where an engine is made, so that checking and rendering use the same language.
 * The limits are cooperative and some templates get past them: use the engine only where it can be killed.
 */
export function createLiquidEngine(format: LiquidFormat = 'none'): Liquid {
  const isData = format === 'json' || format === 'url';
  const engine = new Liquid({
    ownPropertyOnly: true,
    strictFilters: true,
    dynamicPartials: false,
    relativeReference: false,
    templates: {},
    parseLimit: MAX_TEXT_LENGTH,
    memoryLimit: 2_000_000,
    // The same template must give the same email on every machine.
    locale: 'en',
    timezoneOffset: 0,
    ...(format === 'html' && { outputEscape: htmlOf }),
    ...(isData && { outputEscape: markValue }),
  });
  for (const name of removedTags) delete engine.tags[name];
  for (const name of Object.keys(engine.filters)) if (isRemovedFilter(name)) engine.unregisterFilter(name);
  countCaptures(engine);
  addFilters(engine);
  if (format === 'html') writeHtml(engine);
  if (format === 'text') writeText(engine);
  if (isData) writeData(engine, format);
  quietFilters(engine);
  return engine;
}
