/** Prologues are short; a file with a longer one is stored as bytes and never displayed. */
const LOOKED_AT = 65_536;
const BEFORE_THE_ROOT = /^(?:\s+|<\?[^>]*\?>|<!--[\s\S]*?-->|<!DOCTYPE[^[>]*(?:\[[^\]]*\]\s*)?>)+/i;
const ROOT = /^<(?:[\w.-]+:)?svg[\s/>]/i;

function textOf(bytes: Uint8Array): string {
  const start = bytes.subarray(0, LOOKED_AT);
  if (start[0] === 0xff && start[1] === 0xfe) return new TextDecoder('utf-16le').decode(start);
  if (start[0] === 0xfe && start[1] === 0xff) return new TextDecoder('utf-16be').decode(start);
  return new TextDecoder().decode(start);
}

/** Whether it is an SVG drawing, which has no magic bytes. */
export function isSvg(bytes: Uint8Array, mime: string | undefined): boolean {
  if (mime !== undefined && mime !== 'application/xml' && mime !== 'image/svg+xml') return false;
  return ROOT.test(textOf(bytes).replace(BEFORE_THE_ROOT, ''));
}
