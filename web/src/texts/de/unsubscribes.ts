import type { Texts } from '../en/index.ts';
import { plural } from '../grammar/plural.ts';

export const unsubscribes: Texts['unsubscribes'] = {
  lead: 'Diese Adressen erhalten keine Werbung von diesem Shop. E-Mails zu Bestellungen und Konten erhalten sie weiterhin.',
  add: 'Adresse hinzufügen',
  search: 'Adressen suchen',
  searchHint:
    'Adressen gelöschter Kunden werden nicht angezeigt. Um eine zu finden, geben Sie sie vollständig ein.',
  address: 'Adresse',
  source: 'Quelle',
  since: 'Seit',
  sources: { link: 'Abmeldelink', import: 'Import', app: 'Manuell hinzugefügt' },
  addHint: 'Diese Adresse erhält ab sofort keine Werbung mehr.',
  addAction: 'Abmelden',
  added: (address) => `${address} wurde abgemeldet`,
  removeAction: 'Abmeldung aufheben',
  removeTitle: (address) => `Abmeldung von ${address} aufheben?`,
  removeText:
    'Die Adresse erhält dann wieder Werbung. Tun Sie das nur, wenn die Person ausdrücklich darum gebeten hat. Werbung ohne Einwilligung ist in den meisten Ländern verboten.',
  removed: (address) => `Abmeldung von ${address} aufgehoben`,
  wasGone: (address) => `${address} war nicht abgemeldet`,
  import: 'Importieren',
  importTitle: 'Adressen importieren',
  importHint:
    'Textdatei mit einer Adresse pro Zeile oder CSV-Datei mit einer Spalte „email“ oder „address“, höchstens 32 MB.',
  importFile: 'Datei',
  importChoose: 'Datei auswählen',
  importAction: 'Importieren',
  importing: (percent) => (percent < 100 ? `${percent} % hochgeladen` : 'Wird eingelesen …'),
  importProgress: 'Fortschritt des Imports',
  importTooLarge: 'Die Datei ist größer als 32 MB. Teilen Sie sie auf und importieren Sie die Teile einzeln.',
  importTooMany:
    'Die Datei hat mehr als 1.000.000 Zeilen. Die ersten 1.000.000 wurden importiert. Teilen Sie die Datei und importieren Sie den Rest.',
  importNoFile: 'Wählen Sie zuerst eine Datei aus.',
  imported: (count) =>
    plural('de', count, {
      one: '# Adresse wurde abgemeldet',
      other: '# Adressen wurden abgemeldet',
    }),
  known: (count) =>
    plural('de', count, { one: '# war bereits abgemeldet', other: '# waren bereits abgemeldet' }),
  refused: (count) =>
    plural('de', count, {
      one: '# Zeile ohne gültige Adresse wurde übersprungen',
      other: '# Zeilen ohne gültige Adresse wurden übersprungen',
    }),
  importDone: 'Import abgeschlossen',
  export: 'Exportieren',
  exportHint: 'Alle Adressen als CSV',
  empty: 'Noch keine Abmeldungen',
  emptyHint:
    'Hier erscheinen alle, die sich über den Link in einer Werbe-E-Mail abmelden. Abmeldungen aus einem anderen Programm können Sie importieren.',
};
