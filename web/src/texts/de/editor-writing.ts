import type { writing as en } from '../en/editor-writing.ts';
import { plural } from '../grammar/plural.ts';

export const writing: typeof en = {
  entryOf: (list) => `Ein Eintrag von ${list}`,
  kinds: {
    text: 'Text',
    number: 'Zahl',
    amount: 'Betrag',
    date: 'Datum',
    boolean: 'Ja oder nein',
    list: 'Liste',
  },
  as: { amount: 'mit Währung', date: 'als Datum', items: 'Als Artikeltabelle darunter' },
  sent: (steps, fromOthers) =>
    fromOthers
      ? 'An andere Layouts gesendet'
      : plural('de', steps, {
          one: 'Vom letzten Schritt gesendet',
          other: 'Von den letzten # Schritten gesendet',
        }),
  share: (some, all) => `${some} von ${all}`,
  notes: {
    never: (_some, all) =>
      plural('de', all, {
        one: 'Der letzte Schritt hat sie nicht gesendet; hier bleibt die E-Mail leer.',
        other: 'Keiner der letzten # Schritte hat sie gesendet; hier bleiben die E-Mails leer.',
      }),
    seldom: (some, all) =>
      plural('de', all - some, {
        one: `Einer der letzten ${all} Schritte hat sie nicht gesendet; hier bleibt dessen E-Mail leer.`,
        other: `# der letzten ${all} Schritte haben sie nicht gesendet; hier bleiben deren E-Mails leer.`,
      }),
  },
  instead: 'Stattdessen',
  useInstead: 'Übernehmen',
  repeat: (count) => `Für jeden wiederholen (${count})`,
  noneYet:
    'Noch keine Variablen. Schreiben Sie eine, etwa variables.customer.city, und drücken Sie die Eingabetaste.',
  split: 'Block hier teilen',
  splitDone: 'Block geteilt',
  splitCannot:
    'Setzen Sie den Cursor zwischen zwei Wörter oder Absätze, außerhalb von Tabellen und von offenem Liquid.',
  keepLook: 'Aussehen behalten',
  lookDropped:
    'Im Aussehen Ihrer E-Mail eingefügt. „Aussehen behalten“ in der Leiste bringt die eigenen Farben und Schriften.',
  picturesLeft: 'Bilder darin wurden ausgelassen. Kopieren Sie jedes einzeln und fügen Sie es ein.',
};
