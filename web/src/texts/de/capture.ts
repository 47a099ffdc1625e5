import type { capture as en } from '../en/capture.ts';
import { plural } from '../grammar/plural.ts';

export const capture: typeof en = {
  lead: 'E-Mails, die nicht zugestellt, sondern hier abgelegt wurden. Die neuesten 500 werden 7 Tage lang aufbewahrt.',
  mail: 'E-Mail im Test-Postfach',
  back: 'Zum Test-Postfach',
  toWhom: (whom, more) =>
    more > 0
      ? `An ${whom} und ${plural('de', more, { one: '# weiteren Empfänger', other: '# weitere Empfänger' })}`
      : `An ${whom}`,
  files: (count) => plural('de', count, { one: '# Anhang', other: '# Anhänge' }),
  nothing: 'Das Test-Postfach ist leer',
  nothingHint: 'Senden Sie aus einem Layout eine Test-E-Mail. Innerhalb einer Sekunde ist sie hier.',
  toLayouts: 'Zu den Layouts',
  byName:
    'E-Mails von Workflow-Schritten und Tests mit diesem Absender landen immer im Test-Postfach, auch wenn es andere Absender gibt:',
  empty: 'Postfach leeren',
  emptyTitle: 'Test-Postfach leeren?',
  emptyText: 'Alle E-Mails im Test-Postfach werden gelöscht. Die Einträge im Verlauf bleiben erhalten.',
  notSent: 'Nicht zugestellt, nur im Test-Postfach.',
  from: 'Von',
  to: 'An',
  replyTo: 'Antwort an',
  file: (name, bytes) => `${name} (${Math.max(1, Math.round(bytes / 1024))} KB)`,
  openHistory: 'Im Verlauf ansehen',
  tabs: { html: 'HTML', text: 'Text', headers: 'Header', source: 'Quelltext', findings: 'Hinweise' },
  asItLooks: 'Ansicht der E-Mail',
  linksHint: 'Links lassen sich hier nicht öffnen. Unter „Hinweise“ finden Sie alle Links.',
  picturesBlocked: (count) =>
    plural('de', count, {
      one: '# externes Bild wurde nicht geladen. Sonst würde der fremde Server erfahren, dass die E-Mail geöffnet wurde.',
      other:
        '# externe Bilder wurden nicht geladen. Sonst würden die fremden Server erfahren, dass die E-Mail geöffnet wurde.',
    }),
  loadPictures: 'Bilder laden',
  noText: 'Diese E-Mail hat keine Nur-Text-Version.',
  filesLeftOut: 'Der Inhalt der Anhänge wird hier nicht angezeigt.',
  sourceCut: 'Der Quelltext ist länger. Nur der Anfang wird gespeichert.',
  noFindings: 'Keine Hinweise.',
  links: 'Links in dieser E-Mail',
  linksLead: 'Jeder Link öffnet sich in einem neuen Fenster. Vorsicht: Abmeldelinks funktionieren wirklich.',
  findings: {
    emptyVariables: 'Diese Variablen hatten keinen Wert:',
    clipped: (kilobytes) =>
      `Das HTML ist ${kilobytes} KB groß. Gmail zeigt nur die ersten 102 KB an und blendet das Ende samt Abmeldelink aus.`,
    longSubject: (characters) =>
      `Der Betreff hat ${characters} Zeichen. Die meisten Postfächer zeigen höchstens 70 an.`,
    noText: 'Die E-Mail hat keine Nur-Text-Version. Manche E-Mail-Programme und Spamfilter brauchen sie.',
    insecureLinks: 'Diese Links sind nicht verschlüsselt (http):',
    insecurePictures:
      'Diese Bilder sind nicht verschlüsselt (http). Viele E-Mail-Programme zeigen sie nicht an:',
    emptyLinks: (count) =>
      plural('de', count, { one: '# Link hat kein Ziel.', other: '# Links haben kein Ziel.' }),
    picturesWithoutAlt: (count) =>
      plural('de', count, {
        one: '# Bild hat keine Bildbeschreibung. Empfänger, die keine Bilder sehen, sind darauf angewiesen.',
        other:
          '# Bilder haben keine Bildbeschreibung. Empfänger, die keine Bilder sehen, sind darauf angewiesen.',
      }),
    scripts: (count) =>
      plural('de', count, {
        one: '# Skript: E-Mail-Programme entfernen es, und Spamfilter stufen es als verdächtig ein.',
        other: '# Skripte: E-Mail-Programme entfernen sie, und Spamfilter stufen sie als verdächtig ein.',
      }),
  },
};
