import type { Texts } from '../en/index.ts';
import { plural } from '../grammar/plural.ts';

export const files: Texts['files'] = {
  lead: 'Bilder und Anhänge für Ihre E-Mails.',
  drop: 'Dateien hierher ziehen oder auf dem Gerät auswählen',
  dropNow: 'Zum Hochladen loslassen',
  dropHint:
    'Höchstens 25 MB pro Datei. Versteckte Bilddaten wie der Aufnahmeort werden beim Hochladen entfernt.',
  choose: 'Dateien auswählen',
  uploads: 'Uploads',
  waiting: 'Wartet',
  sending: (percent) => `${percent} % hochgeladen`,
  checking: 'Wird geprüft …',
  uploaded: 'Hochgeladen',
  tooLarge: 'Die Datei ist größer als 25 MB. Verkleinern Sie sie und versuchen Sie es noch einmal.',
  emptyFile: 'Diese Datei ist leer. Wählen Sie eine andere.',
  progressOf: (name) => `Upload von ${name}`,
  retry: (name) => `Erneut versuchen: ${name}`,
  stop: (name) => `Upload von ${name} abbrechen`,
  dismiss: (name) => `${name} ausblenden`,
  clear: 'Fertige Uploads ausblenden',
  search: 'Dateinamen suchen',
  file: 'Datei',
  usedBy: 'Verwendet in',
  size: 'Größe',
  added: 'Hinzugefügt',
  unused: 'Nicht verwendet',
  preview: (name) => `Bild ${name}`,
  noPreview: 'Für diesen Dateityp gibt es keine Vorschau. In E-Mails wird die Datei als Anhang gesendet.',
  gone: 'Das Bild kann nicht angezeigt werden.',
  key: 'Dateischlüssel für Layouts und Anhänge',
  address: 'Öffentliche URL',
  type: 'Dateityp',
  dimensions: 'Abmessungen',
  pixels: (width, height) => `${width} × ${height} Pixel`,
  users: {
    layout: (name) => `Layout „${name}“`,
    preset: (name) => `Gemeinsamer Abschnitt „${name}“`,
    settings: 'Einstellungen des Shops',
  },
  more: (count) => plural('de', count, { one: 'und # weitere Stelle', other: 'und # weitere Stellen' }),
  deleteTitle: (name) => `${name} löschen?`,
  deleteText: 'Die Datei wird sofort und endgültig gelöscht.',
  keptText:
    'Die Datei wird noch in früheren Versionen verwendet. Wenn Sie eine davon wiederherstellen, ist auch die Datei wieder da:',
  unknownText:
    'Die Datei wird gelöscht. Falls eine frühere Version sie noch verwendet, ist sie nach dem Wiederherstellen dieser Version wieder da.',
  sentText:
    'In bereits gesendeten E-Mails erscheint das Bild nicht mehr, und Links auf die Datei funktionieren nicht mehr.',
  versionUsers: {
    layout: (name, count) =>
      `Layout „${name}“ (${plural('de', count, { one: '# Version', other: '# Versionen' })})`,
    preset: (name, count) =>
      `Gemeinsamer Abschnitt „${name}“ (${plural('de', count, { one: '# Version', other: '# Versionen' })})`,
    trash: (name) => `Layout „${name}“ im Papierkorb`,
  },
  deletedFiles: 'Gelöschte Dateien',
  allFiles: 'Alle Dateien',
  deletedLead:
    'Diese Dateien werden noch in früheren Versionen oder in Layouts im Papierkorb verwendet und mit diesen wiederhergestellt. Solange eine Datei noch verwendet wird, zählt sie zu Ihrem Speicherplatz.',
  deleteNowText:
    'Versionen mit dieser Datei lassen sich dann nicht mehr wiederherstellen, Layouts im Papierkorb nur ohne sie. Das lässt sich nicht rückgängig machen.',
  noDeleted: 'Keine gelöschten Dateien',
  noDeletedHint: 'Gelöschte Dateien bleiben hier, solange eine Version sie verwendet.',
  deleted: (name) => `${name} gelöscht`,
  inUseTitle: (name) => `${name} wird noch verwendet`,
  inUseText: 'Entfernen Sie die Datei zuerst hier, danach können Sie sie löschen:',
  inUseNow: (users) => `Nicht gelöscht: Die Datei wird inzwischen verwendet (${users}).`,
  empty: 'Noch keine Dateien',
  emptyHint: 'Laden Sie Ihr Logo oder ein Bild hoch und verwenden Sie es in einem Layout.',
  emptyForViewers: 'Nur Bearbeiter und Inhaber können Bilder und Anhänge hochladen.',
  reasons: {
    image_unreadable: 'Dieses Bild ist beschädigt. Versuchen Sie es mit einer anderen Datei.',
    image_too_many_pixels:
      'Das Bild hat mehr als {count} Millionen Pixel. Verkleinern Sie es oder speichern Sie es als JPEG oder PNG.',
    reading_too_slow:
      'Die Verarbeitung dieses Bilds dauert zu lange. Verkleinern Sie es oder speichern Sie es als JPEG oder PNG.',
    unreadable: 'Diese Datei lässt sich nicht öffnen. Versuchen Sie es mit einer anderen.',
    empty: 'Diese Datei ist leer. Wählen Sie eine andere.',
  },
};
