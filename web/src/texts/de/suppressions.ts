import type { Texts } from '../en/index.ts';

export const suppressions: Texts['suppressions'] = {
  lead: 'Adressen, die ein Mailserver endgültig abgelehnt hat. An sie wird nichts mehr gesendet, damit Ihr Absender seinen guten Ruf behält.',
  mail: 'Abgelehnte E-Mail',
  toMail: 'E-Mail ansehen',
  noReason: 'Was der Server sagte, wurde gelöscht.',
  remove: 'Wieder senden',
  removeTitle: (address) => `Wieder an ${address} senden?`,
  removeText:
    'Die nächste E-Mail wird wieder versucht. Lehnt der Server die Adresse noch einmal ab, kommt sie zurück auf diese Liste.',
  removed: (address) => `${address} bekommt wieder E-Mails`,
  empty: 'Keine Adresse ist gesperrt',
  emptyHint:
    'Eine Adresse steht hier, sobald ein Mailserver sagt, dass es sie nicht gibt oder dass sie keine E-Mails annimmt.',
};
