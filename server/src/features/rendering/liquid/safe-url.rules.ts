import { linkSchemes } from './mail-html.rules.ts';

const SAFE = new RegExp(`^\\s*(?:(?:${linkSchemes.join('|')}):|#|$)`, 'i');

/** An address that does nothing but lead somewhere; anything else leads nowhere. */
export const safeUrl = (url: string) => (SAFE.test(url) ? url.trim() : '#');
