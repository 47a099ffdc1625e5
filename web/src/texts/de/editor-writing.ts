import type { writing as en } from '../en/editor-writing.ts';
import { plural } from '../grammar/plural.ts';

export const writing: typeof en = {
  entryOf: (list) => `Ein Eintrag aus ${list}`,
  kinds: {
    text: 'Text',
    number: 'Zahl',
    amount: 'Betrag',
    date: 'Datum',
    boolean: 'Ja/Nein',
    list: 'Liste',
  },
  as: { amount: 'mit Währung', date: 'als Datum', items: 'Als Artikeltabelle darunter einfügen' },
  sent: (steps, fromOthers) =>
    fromOthers
      ? 'An andere Layouts übergeben'
      : plural('de', steps, {
          one: 'Im letzten Schritt übergeben',
          other: 'In den letzten # Schritten übergeben',
        }),
  share: (some, all) => `${some} von ${all}`,
  notes: {
    never: (_some, all) =>
      plural('de', all, {
        one: 'Der letzte Workflow-Schritt hat diesen Wert nicht übergeben. In der E-Mail bleibt die Stelle leer.',
        other:
          'Keiner der letzten # Workflow-Schritte hat diesen Wert übergeben. In den E-Mails bleibt die Stelle leer.',
      }),
    seldom: (some, all) =>
      plural('de', all - some, {
        one: `Einer der letzten ${all} Workflow-Schritte hat diesen Wert nicht übergeben. In der zugehörigen E-Mail bleibt die Stelle leer.`,
        other: `# der letzten ${all} Workflow-Schritte haben diesen Wert nicht übergeben. In den zugehörigen E-Mails bleibt die Stelle leer.`,
      }),
  },
  instead: 'Ersatztext',
  useInstead: 'Übernehmen',
  repeat: (count) => `Für jeden Eintrag wiederholen (${count})`,
  noneYet:
    'Noch keine Variablen. Geben Sie eine ein, zum Beispiel variables.customer.city, und drücken Sie die Eingabetaste.',
  split: 'Block hier teilen',
  splitDone: 'Block geteilt',
  splitCannot:
    'Setzen Sie den Cursor zwischen zwei Wörter oder Absätze. In Tabellen und innerhalb von Liquid-Blöcken lässt sich der Text nicht teilen.',
  keepLook: 'Formatierung behalten',
  lookDropped:
    'Der Text wurde an Ihre E-Mail angepasst. Mit „Formatierung behalten“ übernehmen Sie die ursprünglichen Farben und Schriften.',
  picturesLeft: 'Bilder wurden nicht mit eingefügt. Kopieren Sie jedes Bild einzeln und fügen Sie es ein.',
};
