import type { checks as en } from '../en/editor-checks.ts';
import { plural } from '../grammar/plural.ts';

const decimal = (value: number) => String(value).replace('.', ',');

export const checks: typeof en = {
  sentences: {
    'subject-empty': () => 'Der Betreff ist leer: Ein Schritt schlägt fehl.',
    'link-empty': () => 'Der Link führt nirgendwohin.',
    'mail-too-large': ({ kilobytes, ofBlock }) =>
      `Das HTML hat ${kilobytes} KB, und Gmail schneidet E-Mails bei 102 KB ab. Etwa ${ofBlock} KB davon sind dieser Block.`,
    'company-details-missing': () =>
      'Werbe-E-Mails müssen die Anschrift des Absenders nennen: Geben Sie die Firmenangaben ein.',
    'alt-missing': () =>
      'Das Bild hat keinen Alternativtext. Beschreiben Sie es, oder sagen Sie, dass es nur schmückt.',
    contrast: ({ ratio, theme }) =>
      `Im ${theme === 'dark' ? 'dunklen' : 'hellen'} Modus schwer zu lesen: Der Kontrast ist ${decimal(ratio)} zu 1.`,
    'link-unnamed': () => 'Der Link hat keine Wörter.',
    'link-vague': ({ words }) => `„${words}“ sagt nicht, wohin der Link führt.`,
    'text-small': ({ pixels }) => `Text mit ${decimal(pixels)} Pixeln ist zu klein zum Lesen.`,
    'picture-heavy': ({ kilobytes }) => `Das Bild hat ${kilobytes} KB und lädt unterwegs lange.`,
    'mail-large': ({ kilobytes, ofBlock }) =>
      `Das HTML hat ${kilobytes} KB; Gmail schneidet E-Mails bei 102 KB ab. Etwa ${ofBlock} KB davon sind dieser Block.`,
    'unsubscribe-missing': () =>
      'Die E-Mail zeigt keinen Link zum Abmelden, darum wird am Ende der eingebaute Satz angefügt.',
    'variable-unknown': ({ name }) => `${name} ist immer leer; meinten Sie variables.${name}?`,
    'variable-missing': ({ name }) => `${name} hat mit diesen Daten keinen Wert und keinen Ersatzwert.`,
    'language-outdated': () => 'Die Hauptsprache wurde hier geändert, oder dies ist noch eine Kopie von ihr.',
    'plain-text-empty': () =>
      'Die Nur-Text-Fassung hat keine Wörter: Sie ist leer oder besteht nur aus Links.',
    'heading-order': ({ level, expected }) =>
      `Eine Überschrift der Ebene ${level}, wo ${expected} folgen würde: Vorleseprogrammen fehlt eine Ebene.`,
    'picture-wide': ({ width, shown, kilobytes }) =>
      `Das Bild ist ${width} Pixel breit und wird mit ${shown} gezeigt: ${kilobytes} KB sind mehr als nötig.`,
    'subject-long': ({ characters }) =>
      `Der Betreff hat ${characters} Zeichen; Posteingänge zeigen etwa 70, Telefone 40.`,
    'preview-line-empty': () =>
      'Es gibt keine Vorschauzeile, darum zeigen Posteingänge den Anfang der E-Mail.',
    'default-missing': ({ name }) =>
      `${name} hat keinen Ersatzwert und ist nicht erforderlich: Fehlt es, bleibt eine Lücke.`,
  },
  title: 'Prüfungen',
  count: (count) => plural('de', count, { one: '# Hinweis', other: '# Hinweise' }),
  fine: 'Geprüft: nichts gefunden',
  severities: { error: 'Fehler', warning: 'Warnung', hint: 'Tipp' },
  subject: 'Betreff',
  previewText: 'Vorschauzeile',
  marketingTexts: 'Details',
  preset: (name) => `Gemeinsam: ${name}`,
  presetPage: 'Auf eigener Seite öffnen',
  fixes: {
    decorative: 'Es schmückt nur',
    color: 'Lesbare Farbe nehmen',
    default: 'Leer, wenn es fehlt',
    level: (level) => `Zu Ebene ${level} machen`,
    size: (pixels) => `Auf ${pixels} Pixel setzen`,
  },
  fixed: (sentence) => `Behoben: ${sentence} Strg+Z macht es rückgängig.`,
};
