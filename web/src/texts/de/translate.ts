import type { translate as english } from '../en/translate.ts';
import { plural } from '../grammar/plural.ts';

export const translate: typeof english = {
  label: 'Texte zum Übersetzen',
  open: (count, all) =>
    count === 0
      ? plural('de', all, { one: 'Der Text ist aktuell', other: 'Alle # Texte sind aktuell' })
      : plural('de', count, {
          one: `# von ${all} Texten ist offen`,
          other: `# von ${all} Texten sind offen`,
        }),
  onlyOpen: 'Nur offene Texte',
  keys: 'Strg+Eingabe: erledigt, weiter zum nächsten offenen Text. Strg+S speichert.',
  nothingOpen: 'Nichts zu übersetzen',
  nothingOpenHint: 'Alle Texte sind aktuell. Ohne „Nur offene Texte“ sehen Sie alle.',
  more: (count) => plural('de', count, { one: '# weiteren Text zeigen', other: '# weitere Texte zeigen' }),
  states: { new: 'Neu', changed: 'Geändert', done: 'Erledigt' },
  removed: 'entfernt:',
  added: 'neu:',
  unknownBefore: 'Was vorher dort stand, ist nicht mehr gespeichert.',
  stillRight: 'Stimmt noch',
  mail: (language) => `E-Mail auf ${language}`,
  tags: {
    if: (what) => `wenn ${what}`,
    unless: (what) => `außer wenn ${what}`,
    elsif: (what) => `sonst, wenn ${what}`,
    else: 'sonst',
    endOfCondition: 'Ende der Bedingung',
    for: (list) => `für jeden Eintrag in ${list}`,
    endOfLoop: 'Ende der Wiederholung',
  },
  notHere: (language) => `${language} hat diesen Block nicht.`,
  asCode: 'Liquid oder Markup darin ist nicht geschlossen: Dieser Text wird als Code geschrieben.',
  grown: (percent) => `${percent} % länger`,
  grownHint: 'Viel länger als die Vorlage: Prüfen Sie, ob es noch passt.',
  missing: 'Fehlt hier:',
  insert: (name) => `${name} einfügen`,
  field: (name, language) => `${name}, ${language}`,
  allDone: 'Das war der letzte offene Text. Strg+S speichert.',
};
