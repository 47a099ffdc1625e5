import type { capture as en } from '../en/capture.ts';
import { plural } from '../grammar/plural.ts';

export const capture: typeof en = {
  lead: 'E-Mails, die abgefangen statt gesendet wurden. Sie bleiben 7 Tage, höchstens 500.',
  mail: 'Abgefangene E-Mail',
  back: 'Zum Testpostfach',
  toWhom: (whom, more) => (more > 0 ? `An ${whom} und ${more} weitere` : `An ${whom}`),
  files: (count) => plural('de', count, { one: '# Datei', other: '# Dateien' }),
  nothing: 'Noch wurde keine E-Mail abgefangen',
  nothingHint: 'Senden Sie auf der Seite eines Layouts einen Test. Er kommt innerhalb einer Sekunde hier an.',
  toLayouts: 'Zu den Layouts',
  byName:
    'Ein Schritt oder Test wird abgefangen, welche Absender es auch gibt, wenn er diesen Absender nennt:',
  empty: 'Postfach leeren',
  emptyTitle: 'Das Testpostfach leeren?',
  emptyText: 'Alle abgefangenen E-Mails werden gelöscht. Der Verlauf behält seine Einträge.',
  notSent: 'Abgefangen: Niemand hat sie bekommen.',
  from: 'Von',
  to: 'An',
  replyTo: 'Antwort an',
  file: (name, bytes) => `${name} (${Math.max(1, Math.round(bytes / 1024))} KB)`,
  openHistory: 'Was mit ihr geschah',
  tabs: { html: 'HTML', text: 'Text', headers: 'Header', source: 'Quelltext', findings: 'Befunde' },
  asItLooks: 'Die E-Mail, wie sie aussieht',
  linksHint: 'Links öffnen sich hier nicht; sie stehen unter „Befunde“.',
  picturesBlocked: (count) =>
    plural('de', count, {
      one: '# Bild eines anderen Servers ist nicht geladen: Der Server sähe, dass die E-Mail geöffnet wurde.',
      other: '# Bilder anderer Server sind nicht geladen: Die Server sähen, dass die E-Mail geöffnet wurde.',
    }),
  loadPictures: 'Bilder laden',
  noText: 'Diese E-Mail hat keinen reinen Text.',
  filesLeftOut: 'Der Inhalt der angehängten Dateien ist weggelassen.',
  sourceCut: 'Der Quelltext ist länger; nur sein Anfang wird aufbewahrt.',
  noFindings: 'Es wurde nichts gefunden, was zu verbessern wäre.',
  links: 'Links in dieser E-Mail',
  linksLead: 'Jeder öffnet sich in einem neuen Fenster. Abmeldelinks sind echt.',
  findings: {
    emptyVariables: 'Diese Variablen hatten keinen Wert:',
    clipped: (kilobytes) =>
      `Das HTML hat ${kilobytes} KB. Gmail zeigt nur die ersten 102 KB; das Ende und der Abmeldelink sind dann verborgen.`,
    longSubject: (characters) =>
      `Der Betreff hat ${characters} Zeichen. Die meisten Postfächer zeigen höchstens 70 davon.`,
    noText: 'Es gibt keinen reinen Text für Leser und Filter, die nichts anderes ansehen.',
    insecureLinks: 'Diese Links sind nicht gesichert (http):',
    insecurePictures: 'Diese Bilder sind nicht gesichert (http); viele Programme zeigen sie nicht:',
    emptyLinks: (count) =>
      plural('de', count, { one: '# Link führt nirgendwohin.', other: '# Links führen nirgendwohin.' }),
    picturesWithoutAlt: (count) =>
      plural('de', count, {
        one: '# Bild hat keinen Alternativtext, und viele Leser bekommen nur diesen.',
        other: '# Bilder haben keinen Alternativtext, und viele Leser bekommen nur diesen.',
      }),
    scripts: (count) =>
      plural('de', count, {
        one: '# Skript: E-Mail-Programme entfernen es, und Filter misstrauen ihm.',
        other: '# Skripte: E-Mail-Programme entfernen sie, und Filter misstrauen ihnen.',
      }),
  },
};
