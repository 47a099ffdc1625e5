const MAX_LENGTH = 100;

/** An API key that was pasted into a name must not be echoed. */
const API_KEY = /fak_[0-9A-Za-z]+/g;

/** Makes a name chosen by a caller safe for our messages (contract: Every answer 8). */
export function safeName(name: string): string {
  const clean = name.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '').replace(API_KEY, 'fak_********');
  const points = [...clean.toWellFormed()];
  return points.length > MAX_LENGTH ? `${points.slice(0, MAX_LENGTH - 1).join('')}…` : points.join('');
}
