import type { compare as en } from '../en/compare.ts';
import { plural } from '../grammar/plural.ts';

export const compare: typeof en = {
  title: 'Änderungen vergleichen',
  before: 'Gespeicherter Stand',
  after: 'Ihre Änderungen',
  nothing: 'Für Empfänger ändert sich nichts.',
  nothingHere:
    'Mit diesen Daten sieht die E-Mail gleich aus. Die Änderungen werden erst mit anderen Daten sichtbar:',
  differs: (count) => plural('de', count, { one: '# sichtbare Änderung:', other: '# sichtbare Änderungen:' }),
  otherLines: 'Nur der Betreff oder der Vorschautext hat sich geändert.',
  otherPage: 'Die E-Mail sieht anders aus.',
  how: { changed: 'geändert', added: 'neu', removed: 'entfernt', moved: 'verschoben' },
  unseen: 'mit diesen Daten nicht sichtbar',
  whole: 'Gestaltung der gesamten E-Mail',
  filledWith: (name) => `Beide mit diesen Daten: ${name}.`,
  cannot: 'Die E-Mail lässt sich nicht anzeigen:',
  notHere: 'Dieser Browser kann E-Mails nicht darstellen. Verwenden Sie einen aktuellen Browser.',
  follows: (language) => `${language} (wie die Hauptsprache)`,
  layout: 'Layout',
  request: {
    nothing: 'An der gesendeten Anfrage ändert sich nichts.',
    nothingNow: 'Mit diesen Testwerten ändert sich an der gesendeten Anfrage nichts.',
    differs: (count) =>
      plural('de', count, {
        one: '# Änderung an der Anfrage:',
        other: '# Änderungen an der Anfrage:',
      }),
    hidden: 'in unkenntlich gemachten Werten',
    cannot: 'Diese Anfrage lässt sich nicht senden:',
    hint: 'Beide Fassungen verwenden Ihre aktuellen Testwerte. Es wurde nichts gesendet. Personenbezogene Daten und Zugangsdaten sind unkenntlich gemacht.',
    other: 'Geändert:',
    left: (count) => plural('de', count, { one: '⋯ # unveränderte Zeile', other: '⋯ # unveränderte Zeilen' }),
    cut: 'Nur der Anfang wird angezeigt.',
  },
};
