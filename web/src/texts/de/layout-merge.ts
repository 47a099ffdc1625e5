import type { layoutMerge as en } from '../en/layout-merge.ts';
import { plural } from '../grammar/plural.ts';

export const layoutMerge: typeof en = {
  title: 'Konflikte lösen',
  lead: (name) =>
    `${name} hat gespeichert, während Sie gearbeitet haben. An diesen Stellen haben Sie beide etwas geändert, alle anderen Änderungen bleiben erhalten. Gespeichert wird erst, wenn Sie auf „Speichern“ klicken.`,
  waiting: (count) =>
    plural('de', count, {
      one: 'Sie beide haben dieselbe Stelle geändert. Wählen Sie eine Fassung aus, um die anderen Änderungen zu übernehmen.',
      other:
        'Sie beide haben dieselben # Stellen geändert. Wählen Sie jeweils eine Fassung aus, um die anderen Änderungen zu übernehmen.',
    }),
  codeFirst: 'Die anderen Änderungen werden übernommen, sobald der Code wieder gültiges JSON ist.',
  choose: 'Auswählen',
  mine: 'Meine Fassung',
  theirs: 'Andere Fassung',
  takenOut: 'Entfernt',
  nothing: 'Leer',
  apply: 'Übernehmen',
  later: 'Nicht jetzt',
  somebody: 'Jemand anderes',
  in: (what, language) => `${what} (${language})`,
  parts: {
    subject: 'Betreff',
    previewText: 'Vorschautext',
    body: 'HTML',
    bodyDesign: 'Gesamter Inhalt',
    global: 'Gestaltung der gesamten E-Mail',
    header: 'Kopfzeile',
    footer: 'Fußzeile',
    testVariables: 'Testvariablen',
    language: 'Gesamte Sprache',
  },
};
