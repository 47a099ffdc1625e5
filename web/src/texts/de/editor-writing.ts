import type { writing as en } from '../en/editor-writing.ts';

export const writing: typeof en = {
  entryOf: (list) => `Ein Eintrag von ${list}`,
  kinds: {
    text: 'Text',
    number: 'Zahl',
    amount: 'Betrag',
    date: 'Datum',
    choice: 'Ja oder nein',
    list: 'Liste',
  },
  as: { amount: 'mit Währung', date: 'als Datum' },
  repeat: (count) => `Für jeden wiederholen (${count})`,
  split: 'Block hier teilen',
  splitDone: 'Block geteilt',
  splitCannot:
    'Setzen Sie den Cursor zwischen zwei Wörter oder Absätze, außerhalb von Tabellen und von offenem Liquid.',
  keepLook: 'Aussehen behalten',
  lookDropped:
    'Im Aussehen Ihrer E-Mail eingefügt. „Aussehen behalten“ in der Leiste bringt die eigenen Farben und Schriften.',
  picturesLeft: 'Bilder darin wurden ausgelassen. Kopieren Sie jedes einzeln und fügen Sie es ein.',
};
