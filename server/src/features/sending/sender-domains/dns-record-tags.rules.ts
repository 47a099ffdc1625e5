const TAG = /^[ \t]*(?<name>[A-Za-z][A-Za-z0-9_]*)[ \t]*=(?<value>.*)$/s;

/** Tags such as `v=DKIM1; p=…`, the first of each name; `null` if malformed (RFC 6376, 3.2; RFC 9989 too). */
export function tagsOf(record: string): Map<string, string> | null {
  const tags = new Map<string, string>();
  for (const part of record.split(';')) {
    if (part.trim() === '') continue;
    const { name, value } = TAG.exec(part)?.groups ?? {};
    if (name === undefined || value === undefined) return null;
    if (!tags.has(name)) tags.set(name, value.trim());
  }
  return tags;
}
