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
    'Textdatei mit einer Adresse pro Zeile oder CSV-Export eines anderen Newsletter-Programms mit einer Spalte „email“, höchstens 32 MB. Bevor etwas importiert wird, sehen Sie, was in der Datei steht.',
  importFile: 'Datei',
  importChoose: 'Datei auswählen',
  importAction: 'Importieren',
  importing: (percent) => (percent < 100 ? `${percent} % hochgeladen` : 'Wird eingelesen …'),
  importProgress: 'Fortschritt des Imports',
  importTooLarge: 'Die Datei ist größer als 32 MB. Teilen Sie sie auf und importieren Sie die Teile einzeln.',
  importNoFile: 'Wählen Sie zuerst eine Datei aus.',
  importCheck: 'Weiter',
  importBack: 'Andere Datei wählen',
  importEmpty: 'Die Datei enthält keine Adressen.',
  importFound: (count) =>
    plural('de', count, { one: '# Zeile mit einer Adresse', other: '# Zeilen mit einer Adresse' }),
  importMeaning: 'Was sind das für Adressen?',
  importMeanings: {
    unsubscribed: 'Diese Personen haben sich abgemeldet',
    bounced: 'Diese Adressen sind unzustellbar',
  },
  importMeaningHints: {
    unsubscribed:
      'Diese Personen erhalten keine Werbung mehr, aber weiterhin E-Mails zu Bestellungen und Konten.',
    bounced: 'An diese Adressen werden gar keine E-Mails mehr gesendet.',
  },
  importNotSubscribers:
    'Importieren Sie hier nicht die Liste Ihrer Abonnenten: Diese würden dann keine E-Mails mehr erhalten.',
  importChooseMeaning: 'Wählen Sie aus, was das für Adressen sind.',
  importStatuses: 'Status in der Datei',
  importRows: (count) => plural('de', count, { one: '# Zeile', other: '# Zeilen' }),
  importResult: 'Importieren als',
  importOutcomes: { unsubscribed: 'Abgemeldet', bounced: 'Unzustellbar', skipped: 'Übersprungen' },
  importNoStatus: 'Ohne Status',
  importUnknown: (count) =>
    plural('de', count, {
      one: 'Ein Status ist uns nicht bekannt. Wählen Sie aus, was er bedeutet.',
      other: '# Status sind uns nicht bekannt. Wählen Sie aus, was sie bedeuten.',
    }),
  importChooseEach: 'Wählen Sie zu jedem Status aus, was er bedeutet.',
  importPick: 'Auswählen …',
  importPickFor: (status) => `„${status}“ importieren als`,
  importEncoding: (encoding) => `Gelesen als ${encoding}.`,
  importOpenLine: (line) =>
    `Die letzte Zeile (${line}) endet nicht mit einem Zeilenumbruch. Falls die Datei abgeschnitten wurde, ist die Adresse darin möglicherweise unvollständig.`,
  refusedLine: (line, reason) => `Zeile ${line}: ${reason}`,
  refusedMore: (count) => plural('de', count, { one: 'und # weitere Zeile', other: 'und # weitere Zeilen' }),
  imported: (count) =>
    plural('de', count, {
      one: '# Adresse wurde abgemeldet',
      other: '# Adressen wurden abgemeldet',
    }),
  suppressed: (count) =>
    plural('de', count, {
      one: '# unzustellbare Adresse wurde gesperrt',
      other: '# unzustellbare Adressen wurden gesperrt',
    }),
  known: (count) =>
    plural('de', count, {
      one: '# war bereits in der Liste oder steht mehrfach in der Datei',
      other: '# waren bereits in der Liste oder stehen mehrfach in der Datei',
    }),
  skipped: (count) =>
    plural('de', count, {
      one: '# Zeile wurde wegen ihres Status übersprungen',
      other: '# Zeilen wurden wegen ihres Status übersprungen',
    }),
  refused: (count) =>
    plural('de', count, {
      one: '# Zeile kann nicht importiert werden',
      other: '# Zeilen können nicht importiert werden',
    }),
  importDone: 'Import abgeschlossen',
  export: 'Exportieren',
  exportHint: 'Alle Adressen als CSV',
  empty: 'Noch keine Abmeldungen',
  emptyHint:
    'Hier erscheinen alle, die sich über den Link in einer Werbe-E-Mail abmelden. Abmeldungen aus einem anderen Programm können Sie importieren.',
};
