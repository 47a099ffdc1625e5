import { linkSchemes } from './mail-html.rules.ts';

const SAFE = new RegExp(`^\\s*(?:(?:${linkSchemes.join('|')}):|#|$)`, 'i');

/** The address if it is a harmless link; `#` otherwise. */
export const safeUrl = (url: string) => (SAFE.test(url) ? url.trim() : '#');
