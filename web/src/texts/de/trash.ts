import type { Texts } from '../en/index.ts';

export const trash: Texts['trash'] = {
  lead: 'Gelöschte Layouts und HTTP-Anfragen. Sie können sie 30 Tage lang wiederherstellen, danach werden sie endgültig gelöscht.',
  search: 'Papierkorb durchsuchen',
  kind: 'Art',
  kinds: { layout: 'Layout', 'http-request': 'HTTP-Anfrage' },
  deletedAt: 'Gelöscht',
  deletedBy: (name) => `Gelöscht von ${name}`,
  endsAt: 'Endgültige Löschung',
  restore: 'Wiederherstellen',
  restored: (name) => `„${name}“ wiederhergestellt`,
  deleteNow: 'Endgültig löschen',
  deleteTitle: (name) => `„${name}“ endgültig löschen?`,
  deleteText: 'Alle zugehörigen Daten werden mitgelöscht. Das lässt sich nicht rückgängig machen.',
  open: 'Öffnen',
  lostTitle: (name) => `„${name}“ wurde unvollständig wiederhergestellt`,
  lostText: 'Einige verwendete Inhalte wurden inzwischen gelöscht:',
  takenOut: {
    file: 'Entfernt, weil die Datei gelöscht wurde:',
    preset: 'Entfernt, weil der gemeinsame Abschnitt gelöscht wurde:',
  },
  stillThere: 'Noch vorhanden, aber das Bild lässt sich nicht mehr laden:',
  moved: 'In den Papierkorb verschoben',
  empty: 'Der Papierkorb ist leer',
  emptyHint: 'Gelöschte Layouts und HTTP-Anfragen bleiben hier 30 Tage lang erhalten.',
};
