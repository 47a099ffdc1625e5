import type { data as en } from '../en/editor-data.ts';

export const data: typeof en = {
  open: (name) => `Daten: ${name}`,
  said: (name) => `Die E-Mail wird gezeigt mit: ${name}`,
  tested: 'Testvariablen',
  shapes: 'Was schiefgehen kann',
  missing: 'Alles fehlt',
  longest: 'Längste Werte',
  rightToLeft: 'Namen von rechts nach links',
  one: 'Ein Eintrag in jeder Liste',
  fifty: 'Fünfzig Einträge in jeder Liste',
  runs: 'Echte Läufe, maskiert',
  run: (when, status) => `Lauf ${when}: ${status}`,
  noRuns: 'Noch keine: Was Schritte mitbekommen, wird bis eine Woche nach ihrem Ende aufbewahrt.',
  loading: 'Läufe werden gesucht …',
  unknown: 'Sie können gerade nicht gezeigt werden. Öffnen Sie das Menü noch einmal.',
};
