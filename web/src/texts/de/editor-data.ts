import type { data as en } from '../en/editor-data.ts';

export const data: typeof en = {
  open: (name) => `Daten: ${name}`,
  said: (name) => `Vorschau mit diesen Daten: ${name}`,
  tested: 'Testvariablen',
  shapes: 'Grenzfälle',
  missing: 'Alle Werte fehlen',
  longest: 'Sehr lange Werte',
  rightToLeft: 'Namen mit Schreibrichtung von rechts nach links',
  one: 'Ein Eintrag pro Liste',
  fifty: 'Fünfzig Einträge pro Liste',
  runs: 'Letzte Ausführungen (Daten unkenntlich gemacht)',
  run: (when, status) => `Ausführung ${when}: ${status}`,
  noRuns:
    'Keine aktuellen Ausführungen. Die Werte werden nach dem Ende einer Ausführung eine Woche lang aufbewahrt.',
  loading: 'Ausführungen werden geladen …',
  unknown: 'Die Ausführungen lassen sich gerade nicht laden. Öffnen Sie das Menü noch einmal.',
};
