import type { layoutMerge as en } from '../en/layout-merge.ts';
import { plural } from '../grammar/plural.ts';

export const layoutMerge: typeof en = {
  title: 'Welche von beiden soll gelten?',
  lead: (name) =>
    `${name} hat gespeichert, während Sie gearbeitet haben. Alles andere von beiden bleibt; hier haben beide dasselbe geändert. Gespeichert wird erst, wenn Sie es sagen.`,
  waiting: (count) =>
    plural('de', count, {
      one: 'Beide haben eine Stelle geändert. Was dort gespeichert wurde, steht erst hier, wenn Sie gewählt haben.',
      other:
        'Beide haben dieselben # Stellen geändert. Was dort gespeichert wurde, steht erst hier, wenn Sie gewählt haben.',
    }),
  codeFirst: 'Was dort gespeichert wurde, steht erst hier, wenn der Code wieder gültiges JSON ist.',
  choose: 'Wählen',
  mine: 'Meine',
  theirs: 'Die andere',
  takenOut: 'Gelöscht',
  nothing: 'Nichts',
  apply: 'Übernehmen',
  later: 'Nicht jetzt',
  somebody: 'Jemand anderes',
  in: (what, language) => `${what} (${language})`,
  parts: {
    subject: 'Betreff',
    previewText: 'Vorschauzeile',
    body: 'HTML',
    bodyDesign: 'Das ganze Design',
    global: 'Aussehen der ganzen E-Mail',
    header: 'Kopf',
    footer: 'Fuß',
    testVariables: 'Testvariablen',
    language: 'Die ganze Sprache',
  },
};
