/** Formats JSON for reading; anything else is returned unchanged. */
export function prettyPrintJson(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
