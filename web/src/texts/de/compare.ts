import type { compare as en } from '../en/compare.ts';
import { plural } from '../grammar/plural.ts';

export const compare: typeof en = {
  title: 'Vorher und nachher',
  before: 'Wie gespeichert',
  after: 'Wie Sie es jetzt haben',
  nothing: 'Für Empfänger ändert sich nichts Sichtbares.',
  nothingHere: 'Mit diesen Daten sieht die E-Mail gleich aus. Was anders ist, zeigt sich mit anderen Daten:',
  differs: (count) =>
    plural('de', count, { one: '# Stelle sieht anders aus:', other: '# Stellen sehen anders aus:' }),
  otherLines: 'Nur Betreff oder Vorschauzeile sind anders.',
  otherPage: 'Die E-Mail sieht anders aus.',
  how: { changed: 'geändert', added: 'neu', removed: 'entfernt', moved: 'verschoben' },
  unseen: 'mit diesen Daten nicht zu sehen',
  whole: 'Aussehen der ganzen E-Mail',
  filledWith: (name) => `Beide zeigen: ${name}.`,
  cannot: 'Die E-Mail lässt sich nicht darstellen:',
  notHere: 'Dieser Browser kann keine E-Mails darstellen, deshalb ist hier nichts zu sehen.',
  follows: (language) => `${language} (folgt der Hauptsprache)`,
  layout: 'Layout',
  request: {
    nothing: 'An dem, was gesendet wird, ändert sich nichts.',
    nothingNow: 'Mit diesen Testwerten ändert sich nichts an dem, was gesendet wird.',
    differs: (count) =>
      plural('de', count, {
        one: '# Teil der Anfrage ist anders:',
        other: '# Teile der Anfrage sind anders:',
      }),
    hidden: 'in dem, was unkenntlich oder nicht zu sehen ist',
    cannot: 'Das lässt sich nicht senden:',
    hint: 'Beide sind mit den Testwerten ausgefüllt, wie Sie sie jetzt haben. Nichts wurde gesendet. Persönliche Daten und Zugangsdaten sind unkenntlich gemacht.',
    other: 'Anders:',
    left: (count) => plural('de', count, { one: '⋯ # gleiche Zeile', other: '⋯ # gleiche Zeilen' }),
    cut: 'Nur der Anfang ist zu sehen.',
  },
};
