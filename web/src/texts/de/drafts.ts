import type { Texts } from '../en/index.ts';

export const drafts: Texts['drafts'] = {
  kept: (when) => `Sie haben hier ungespeicherte Änderungen (${when})`,
  changedSince:
    'Inzwischen wurde neu gespeichert. Vergleichen Sie vor dem Speichern: Ihre Änderungen gehen vom früheren Stand aus.',
  credentials: (fields) => `Zugangsdaten bleiben nie im Browser. Geben Sie sie noch einmal ein: ${fields}.`,
  takeUp: 'Wiederherstellen',
  discard: 'Verwerfen',
  elsewhere: 'In einem anderen Tab haben Sie hier ungespeicherte Änderungen.',
  signOutTitle: 'Ohne Speichern abmelden?',
  signOutText: 'Es gibt ungespeicherte Änderungen. Beim Abmelden werden sie aus diesem Browser entfernt.',
};
