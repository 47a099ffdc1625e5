import type { Texts } from '../en/index.ts';

export const drafts: Texts['drafts'] = {
  kept: (when) => `Sie haben hier ungespeicherte Änderungen (${when})`,
  changedSince:
    'Inzwischen wurde neu gespeichert. Vergleichen Sie vor dem Speichern: Ihre Änderungen gehen vom früheren Stand aus.',
  credentials: (fields) => `Zugangsdaten bleiben nie im Browser. Geben Sie sie noch einmal ein: ${fields}.`,
  takeUp: 'Wiederherstellen',
  discard: 'Verwerfen',
  compare: 'Vergleichen',
  changes: 'Ihre ungespeicherten Änderungen',
  elsewhere: 'In einem anderen Tab haben Sie hier ungespeicherte Änderungen.',
  signOutTitle: 'Ohne Speichern abmelden?',
  signOutText:
    'Es gibt ungespeicherte Änderungen. Beim Abmelden werden sie aus diesem Browser entfernt; die an Layouts werden Ihnen nach der nächsten Anmeldung wieder angeboten.',
  goOnHere: 'Hier weiterarbeiten',
  handedOver: 'Sie arbeiten in einem anderen Tab an Ihren Änderungen weiter.',
  notKept: {
    offline:
      'Keine Verbindung. Was Sie schreiben, bleibt in diesem Browser und wird gesendet, sobald sie wieder da ist.',
    signedOut: 'Ihre Sitzung ist beendet. Was Sie schreiben, bleibt in diesem Browser.',
    refused: 'Was Sie schreiben, bleibt vorerst nur in diesem Browser.',
  },
  since: (name, when) => `${name} (${when})`,
  atWork: (names, more) =>
    more > 0
      ? `Ungespeicherte Änderungen von ${names} und ${more} weiteren`
      : `Ungespeicherte Änderungen von ${names}`,
};
