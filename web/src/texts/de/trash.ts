import type { Texts } from '../en/index.ts';

export const trash: Texts['trash'] = {
  lead: 'Gelöschte Layouts und HTTP-Anfragen. Sie lassen sich 30 Tage lang zurückholen, danach sind sie endgültig weg.',
  search: 'Papierkorb durchsuchen',
  kind: 'Art',
  kinds: { layout: 'Layout', 'http-request': 'HTTP-Anfrage' },
  deletedAt: 'Gelöscht',
  deletedBy: (name) => `Gelöscht von ${name}`,
  endsAt: 'Endgültig weg',
  restore: 'Zurückholen',
  restored: (name) => `„${name}“ ist wieder da`,
  deleteNow: 'Endgültig löschen',
  deleteTitle: (name) => `„${name}“ endgültig löschen?`,
  deleteText: 'Alles, was dazugehört, geht mit, und niemand kann es zurückholen.',
  open: 'Öffnen',
  lostTitle: (name) => `„${name}“ ist wieder da, aber nicht ganz`,
  lostText: 'Einiges davon wurde inzwischen gelöscht:',
  takenOut: {
    file: 'Entfernt, die Datei gibt es nicht mehr:',
    preset: 'Entfernt, die Kopf- oder Fußzeile gibt es nicht mehr:',
  },
  stillThere: 'Noch da, aber das Bild lädt nicht mehr:',
  moved: 'In den Papierkorb gelegt',
  empty: 'Der Papierkorb ist leer',
  emptyHint: 'Gelöschte Layouts und HTTP-Anfragen liegen hier 30 Tage lang.',
};
