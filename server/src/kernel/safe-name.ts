const MAX_LENGTH = 100;

/** A key pasted where a name belongs must not be echoed. */
const API_KEY = /fak_[0-9A-Za-z]+/g;

/** A name chosen by a caller, made safe for one of our sentences (contract: Every answer 8). */
export function safeName(name: string): string {
  const clean = name.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '').replace(API_KEY, 'fak_********');
  const points = [...clean.toWellFormed()];
  return points.length > MAX_LENGTH ? `${points.slice(0, MAX_LENGTH - 1).join('')}…` : points.join('');
}
