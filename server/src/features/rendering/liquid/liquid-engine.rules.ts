import { Liquid } from 'liquidjs';
import { type DataFormat, markValue, writeData } from './liquid-data.rules.ts';
import { addFilters, hideValuesInFilterErrors } from './liquid-filters.rules.ts';
import { countCaptures, htmlOf, writeHtml, writeText } from './liquid-html.rules.ts';

/** Longer text is rejected before parsing, because parsing time grows faster than the text. */
export const MAX_TEXT_LENGTH = 200_000;

/** The output of an engine: plain text, an email's HTML or text, or a format in which values are marked. */
export type LiquidFormat = 'none' | 'html' | 'text' | DataFormat;

/** These tags read other templates, which do not exist here. */
const removedTags = ['include', 'render', 'layout', 'block'];

/** `*_exp` evaluates text as unchecked Liquid; `inspect` prints the whole content of an object. */
const isRemovedFilter = (name: string) => name.endsWith('_exp') || name === 'inspect';

/**
 * The only place where an engine is created, so that checking and rendering use the same language. The limits
 * are cooperative and some templates bypass them, so use the engine only in a process that can be killed.
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
  hideValuesInFilterErrors(engine);
  return engine;
}
