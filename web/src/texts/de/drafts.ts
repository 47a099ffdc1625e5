import type { Texts } from '../en/index.ts';
import { plural } from '../grammar/plural.ts';

export const drafts: Texts['drafts'] = {
  kept: (when) => `Es gibt nicht gespeicherte Änderungen von Ihnen (${when})`,
  changedSince:
    'Inzwischen wurde eine neue Version gespeichert. Vergleichen Sie vor dem Speichern, denn Ihre Änderungen beruhen auf einem älteren Stand.',
  credentials: (fields) =>
    `Zugangsdaten werden nicht im Browser gespeichert. Geben Sie sie noch einmal ein: ${fields}.`,
  takeUp: 'Wiederherstellen',
  discard: 'Verwerfen',
  compare: 'Vergleichen',
  changes: 'Ihre nicht gespeicherten Änderungen',
  elsewhere: 'In einem anderen Tab gibt es nicht gespeicherte Änderungen von Ihnen.',
  signOutTitle: 'Ohne Speichern abmelden?',
  signOutText:
    'Einige Ihrer Änderungen sind nicht gespeichert. Beim Abmelden werden sie aus diesem Browser entfernt. Änderungen an Layouts werden Ihnen nach der nächsten Anmeldung wieder angeboten.',
  goOnHere: 'Hier weiterarbeiten',
  handedOver: 'Sie bearbeiten Ihre Änderungen jetzt in einem anderen Tab.',
  notKept: {
    offline:
      'Keine Verbindung. Ihre Eingaben bleiben in diesem Browser und werden übertragen, sobald Sie wieder online sind.',
    signedOut: 'Ihre Sitzung ist abgelaufen. Ihre Eingaben bleiben in diesem Browser.',
    refused: 'Ihre Eingaben sind vorerst nur in diesem Browser gespeichert.',
  },
  since: (name, when) => `${name} (${when})`,
  atWork: (names, more) =>
    more > 0
      ? `Nicht gespeicherte Änderungen von ${names} und ${plural('de', more, { one: '# weiteren Person', other: '# weiteren Personen' })}`
      : `Nicht gespeicherte Änderungen von ${names}`,
};
