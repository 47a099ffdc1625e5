import type { Texts } from '../en/index.ts';
import { plural } from '../grammar/plural.ts';

export const unsubscribes: Texts['unsubscribes'] = {
  lead: 'Adressen, die von diesem Shop keine Werbung bekommen. E-Mails zu Bestellungen erreichen sie weiterhin.',
  add: 'Adresse hinzufügen',
  search: 'Adressen suchen',
  searchHint: 'Gelöschte Adressen findet man nur mit der ganzen Adresse.',
  address: 'Adresse',
  source: 'Woher',
  since: 'Seit',
  sources: { link: 'Link in einer E-Mail', import: 'Import', app: 'Hier hinzugefügt' },
  addHint: 'Sie bekommt ab jetzt keine Werbung mehr.',
  addAction: 'Abmelden',
  added: (address) => `${address} ist abgemeldet`,
  removeAction: 'Wieder anmelden',
  removeTitle: (address) => `${address} wieder anmelden?`,
  removeText:
    'Die Adresse bekommt wieder Werbung. Tun Sie das nur, wenn die Person darum gebeten hat: Ohne ihre Einwilligung ist es in den meisten Ländern verboten.',
  removed: (address) => `${address} ist wieder angemeldet`,
  wasGone: (address) => `${address} war schon angemeldet`,
  import: 'Importieren',
  importTitle: 'Adressen importieren',
  importHint:
    'Eine Textdatei mit einer Adresse je Zeile, oder CSV mit einer Spalte „email“ oder „address“. Höchstens 32 MB.',
  importFile: 'Datei',
  importChoose: 'Datei auswählen',
  importAction: 'Importieren',
  importing: (percent) => (percent < 100 ? `${percent} % gesendet` : 'Wird gelesen …'),
  importProgress: 'Fortschritt des Imports',
  importTooLarge: 'Die Datei ist größer als 32 MB. Teilen Sie sie und importieren Sie jeden Teil.',
  importTooMany:
    'Die Datei hat mehr als 1.000.000 Zeilen. Die davor sind importiert; teilen Sie sie und importieren Sie den Rest.',
  importNoFile: 'Wählen Sie zuerst eine Datei aus.',
  imported: (count) =>
    plural('de', count, {
      one: '# Adresse ist ab jetzt abgemeldet',
      other: '# Adressen sind ab jetzt abgemeldet',
    }),
  known: (count) => plural('de', count, { one: '# war schon abgemeldet', other: '# waren schon abgemeldet' }),
  refused: (count) =>
    plural('de', count, {
      one: '# Zeile enthielt keine Adresse und wurde übergangen',
      other: '# Zeilen enthielten keine Adresse und wurden übergangen',
    }),
  importDone: 'Der Import ist fertig',
  export: 'Exportieren',
  exportHint: 'Alle Adressen als CSV',
  empty: 'Niemand hat sich abgemeldet',
  emptyHint:
    'Wer dem Link in einer Werbe-E-Mail folgt, steht hier. Die Liste Ihres bisherigen Programms bringen Sie mit einem Import mit.',
};
