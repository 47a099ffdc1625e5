import type { translate as english } from '../en/translate.ts';
import { plural } from '../grammar/plural.ts';

export const translate: typeof english = {
  label: 'Zu übersetzende Texte',
  open: (count, all) =>
    count === 0
      ? plural('de', all, { one: 'Der Text ist aktuell', other: 'Alle # Texte sind aktuell' })
      : plural('de', count, {
          one: `Noch # von ${all} Texten zu übersetzen`,
          other: `Noch # von ${all} Texten zu übersetzen`,
        }),
  onlyOpen: 'Nur zu übersetzende Texte',
  keys: 'Strg+Eingabe: fertig und weiter zum nächsten Text. Strg+S: speichern.',
  nothingOpen: 'Nichts zu übersetzen',
  nothingOpenHint:
    'Alle Texte sind aktuell. Schalten Sie „Nur zu übersetzende Texte“ aus, um alle Texte zu sehen.',
  more: (count) =>
    plural('de', count, { one: '# weiteren Text anzeigen', other: '# weitere Texte anzeigen' }),
  states: {
    new: 'Nicht übersetzt',
    changed: 'Veraltet',
    suggested: 'Ersatztext nicht übersetzt',
    done: 'Aktuell',
  },
  fallback: (text) => `Ersatz für „${text}“, wenn der Wert fehlt`,
  fallbackField: (name, language, number) => `Ersatztext ${number} in ${name}, ${language}`,
  removed: 'entfernt:',
  added: 'neu:',
  unknownBefore: 'Der frühere Text ist nicht mehr gespeichert.',
  stillRight: 'Text beibehalten',
  mail: (language) => `E-Mail auf ${language}`,
  tags: {
    if: (what) => `wenn ${what}`,
    unless: (what) => `wenn nicht ${what}`,
    elsif: (what) => `sonst, wenn ${what}`,
    else: 'sonst',
    endOfCondition: 'Ende der Bedingung',
    for: (list) => `für jeden Eintrag in ${list}`,
    endOfLoop: 'Ende der Wiederholung',
  },
  notHere: (language) => `Diesen Block gibt es auf ${language} nicht.`,
  asCode: 'Ein HTML- oder Liquid-Tag ist nicht geschlossen. Bearbeiten Sie diesen Text als Code.',
  grown: (percent) => `${percent} % länger`,
  grownHint: 'Viel länger als das Original. Prüfen Sie, ob der Text noch passt.',
  missing: 'Fehlt hier:',
  insert: (name) => `${name} einfügen`,
  field: (name, language) => `${name}, ${language}`,
  allDone: 'Das war der letzte Text. Mit Strg+S speichern Sie.',
};
