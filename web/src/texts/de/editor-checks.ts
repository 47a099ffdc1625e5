import type { checks as en } from '../en/editor-checks.ts';
import { plural } from '../grammar/plural.ts';

const decimal = (value: number) => String(value).replace('.', ',');

export const checks: typeof en = {
  sentences: {
    'subject-empty': () =>
      'Der Betreff ist leer, die E-Mail lässt sich so nicht senden. Geben Sie einen Betreff ein.',
    'link-empty': () => 'Der Link hat kein Ziel. Geben Sie eine URL ein.',
    'mail-too-large': ({ kilobytes, ofBlock }) =>
      `Das HTML ist ${kilobytes} KB groß, Gmail schneidet E-Mails bei 102 KB ab. Etwa ${ofBlock} KB entfallen auf diesen Block. Kürzen Sie die E-Mail.`,
    'company-details-missing': () =>
      'Werbe-E-Mails müssen die Anschrift des Absenders enthalten. Ergänzen Sie die Angaben zum Unternehmen.',
    'alt-missing': () =>
      'Das Bild hat keine Bildbeschreibung. Ergänzen Sie eine oder markieren Sie das Bild als Dekoration.',
    contrast: ({ ratio, theme }) =>
      `Im ${theme === 'dark' ? 'dunklen' : 'hellen'} Modus schwer lesbar: Der Kontrast beträgt nur ${decimal(ratio)} zu 1.`,
    'link-unnamed': () => 'Der Link hat keinen Text. Geben Sie an, wohin er führt.',
    'link-vague': ({ words }) =>
      `„${words}“ sagt nicht, wohin der Link führt. Wählen Sie einen genaueren Text.`,
    'text-small': ({ pixels }) =>
      `Text mit ${decimal(pixels)} Pixeln ist zu klein zum Lesen. Vergrößern Sie ihn.`,
    'picture-heavy': ({ kilobytes }) =>
      `Das Bild ist ${kilobytes} KB groß und lädt auf Smartphones langsam. Verwenden Sie eine kleinere Datei.`,
    'mail-large': ({ kilobytes, ofBlock }) =>
      `Das HTML ist ${kilobytes} KB groß, Gmail schneidet E-Mails bei 102 KB ab. Etwa ${ofBlock} KB entfallen auf diesen Block.`,
    'unsubscribe-missing': () =>
      'Die E-Mail enthält keinen Abmeldelink. Deshalb wird am Ende der Standardtext mit Abmeldelink ergänzt.',
    'variable-unknown': ({ name }) => `${name} ist immer leer. Meinten Sie variables.${name}?`,
    'variable-missing': ({ name }) => `${name} hat mit diesen Daten keinen Wert und keinen Ersatztext.`,
    'language-incomplete': () =>
      'Dieser Text ist noch nicht übersetzt. Deshalb gilt die Sprache als unvollständig.',
    'language-outdated': () =>
      'Der Text der Hauptsprache hat sich geändert, seit dieser Text übersetzt wurde.',
    'structure-differs': ({ missing, added }) =>
      missing + added === 0
        ? 'Die Blöcke stehen in dieser Sprache in einer anderen Reihenfolge als in der Hauptsprache.'
        : `In dieser Sprache ${[
            missing > 0 && (missing === 1 ? 'fehlt 1 Block' : `fehlen ${missing} Blöcke`),
            added > 0 &&
              (added === 1 ? 'gibt es 1 zusätzlichen Block' : `gibt es ${added} zusätzliche Blöcke`),
          ]
            .filter(Boolean)
            .join(', außerdem ')} gegenüber der Hauptsprache.`,
    'plain-text-empty': () => 'Die Nur-Text-Version ist leer oder enthält nur Links. Ergänzen Sie Text.',
    'heading-order': ({ level, expected }) =>
      `Überschrift der Ebene ${level}, erwartet wird Ebene ${expected}. Für Screenreader fehlt eine Ebene.`,
    'picture-wide': ({ width, shown, kilobytes }) =>
      `Das Bild ist ${width} Pixel breit, wird aber nur mit ${shown} Pixeln angezeigt. ${kilobytes} KB sind mehr als nötig. Verwenden Sie eine kleinere Datei.`,
    'subject-long': ({ characters }) =>
      `Der Betreff hat ${characters} Zeichen. Posteingänge zeigen etwa 70 an, auf Smartphones etwa 40.`,
    'preview-line-empty': () => 'Ohne Vorschautext zeigt der Posteingang den Anfang der E-Mail.',
    'default-missing': ({ name }) =>
      `${name} hat keinen Ersatztext und ist keine Pflichtvariable. Fehlt der Wert, bleibt eine Lücke.`,
  },
  title: 'Hinweise',
  count: (count) => plural('de', count, { one: '# Hinweis', other: '# Hinweise' }),
  fine: 'Keine Hinweise',
  severities: { error: 'Fehler', warning: 'Warnung', hint: 'Vorschlag' },
  subject: 'Betreff',
  previewText: 'Vorschautext',
  marketingTexts: 'Details',
  preset: (name) => `Gemeinsamer Abschnitt: ${name}`,
  presetPage: 'Gemeinsamen Abschnitt öffnen',
  fixes: {
    decorative: 'Als Dekoration markieren',
    color: 'Lesbare Farbe verwenden',
    default: 'Leer lassen, wenn der Wert fehlt',
    level: (level) => `In Ebene ${level} ändern`,
    size: (pixels) => `Auf ${pixels} Pixel ändern`,
  },
  fixed: (sentence) => `Behoben: ${sentence} Mit Strg+Z machen Sie es rückgängig.`,
};
