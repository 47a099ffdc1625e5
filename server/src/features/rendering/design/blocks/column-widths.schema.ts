/** Widths in percent of columns in a ratio such as `1-2`. */
export function widthsOf(ratio: string): number[] {
  const parts = ratio.split('-').map(Number);
  const whole = parts.reduce((sum, part) => sum + part, 0);
  return parts.map((part) => (100 * part) / whole);
}
