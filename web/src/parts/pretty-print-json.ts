/** JSON with lines to read it by; anything else as it is. */
export function prettyPrintJson(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
