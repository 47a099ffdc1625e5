import type { Texts } from '../en/index.ts';
import { plural } from '../grammar/plural.ts';

export const files: Texts['files'] = {
  lead: 'Bilder für Ihre E-Mails und was Sie ihnen anhängen.',
  drop: 'Dateien hier ablegen oder vom Gerät auswählen',
  dropNow: 'Zum Hochladen loslassen',
  dropHint:
    'Je höchstens 25 MB. Aus Bildern werden verborgene Angaben entfernt, etwa wo sie aufgenommen wurden.',
  choose: 'Dateien auswählen',
  uploads: 'Hochladen',
  waiting: 'Wartet',
  sending: (percent) => `${percent} % gesendet`,
  checking: 'Wird geprüft …',
  uploaded: 'Hochgeladen',
  tooLarge: 'Größer als 25 MB. Verkleinern Sie die Datei und versuchen Sie es noch einmal.',
  emptyFile: 'Diese Datei ist leer.',
  progressOf: (name) => `Hochladen von ${name}`,
  retry: (name) => `Erneut versuchen: ${name}`,
  stop: (name) => `Hochladen von ${name} abbrechen`,
  dismiss: (name) => `${name} ausblenden`,
  clear: 'Fertige ausblenden',
  search: 'Dateinamen suchen',
  file: 'Datei',
  usedBy: 'Verwendet von',
  size: 'Größe',
  added: 'Hinzugefügt',
  unused: 'Nicht verwendet',
  preview: (name) => `Bild ${name}`,
  noPreview: 'Für Dateien dieser Art gibt es keine Vorschau. E-Mails tragen sie als Anhang.',
  gone: 'Das Bild kann nicht gezeigt werden.',
  key: 'Schlüssel, für Designs und Anhänge',
  address: 'Öffentliche Adresse',
  type: 'Art',
  dimensions: 'Maße',
  pixels: (width, height) => `${width} × ${height} Pixel`,
  users: {
    layout: (name) => `Layout „${name}“`,
    preset: (name) => `Kopf- oder Fußzeile „${name}“`,
    settings: 'Einstellungen des Shops',
  },
  more: (count) => plural('de', count, { one: 'und # weiteres', other: 'und # weitere' }),
  deleteTitle: (name) => `${name} löschen?`,
  deleteText:
    'Die Datei ist sofort und endgültig weg. In E-Mails, die schon mit ihr verschickt sind, bleibt eine Lücke.',
  deleted: (name) => `${name} ist gelöscht`,
  inUseTitle: (name) => `${name} wird verwendet`,
  inUseText:
    'Die Datei kann gelöscht werden, wenn nichts sie mehr verwendet. Nehmen Sie sie zuerst hier heraus:',
  inUseNow: (users) => `Inzwischen wird die Datei verwendet von ${users}. Sie ist noch da.`,
  empty: 'Noch keine Dateien',
  emptyHint: 'Laden Sie Ihr Logo oder ein Bild hoch und verwenden Sie es dann in einem Layout.',
  emptyForViewers: 'Wer in diesem Shop bearbeiten darf, kann Bilder und Anhänge hochladen.',
  reasons: {
    'is a picture that cannot be read': 'Dieses Bild ist beschädigt und kann nicht gelesen werden.',
    'has more than 25 million pixels': 'Das Bild hat mehr als 25 Millionen Pixel. Verkleinern Sie es.',
    'has more than 12 million pixels':
      'Das Bild hat mehr als 12 Millionen Pixel. Verkleinern Sie es, oder speichern Sie es als JPEG oder PNG.',
    'takes too long to read':
      'Das Bild zu lesen dauert zu lange. Speichern Sie es in einer einfacheren Form.',
    'cannot be read': 'Diese Datei kann nicht gelesen werden.',
    'is empty': 'Diese Datei ist leer.',
  },
};
