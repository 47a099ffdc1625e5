/** A rule that no test can reach from outside states why, so that it is not mistaken for a forgotten one. */
export interface Rule {
  id: string;
  says: string;
  noteReason?: string;
}

export interface Section {
  title: string;
  rules: Rule[];
}

interface Note {
  says: string;
  noteReason: string;
}

export const note = (says: string, noteReason: string): Note => ({ says, noteReason });

/** Rules are keys of one object because the compiler then rejects the same id twice in a section. */
export function section(title: string, rules: Record<string, string | Note>): Section {
  return {
    title,
    rules: Object.entries(rules).map(([id, rule]) => ({
      id,
      ...(typeof rule === 'string' ? { says: rule } : rule),
    })),
  };
}
