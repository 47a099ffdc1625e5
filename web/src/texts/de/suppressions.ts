import type { Texts } from '../en/index.ts';

export const suppressions: Texts['suppressions'] = {
  lead: 'Adressen, die ein Mailserver dauerhaft abgelehnt hat oder die Sie als unzustellbar importiert haben. An diese Adressen werden keine E-Mails mehr gesendet, um den guten Ruf Ihres Absenders zu schützen.',
  mail: 'Abgelehnte E-Mail',
  toMail: 'E-Mail ansehen',
  noReason: 'Die Antwort des Servers wurde gelöscht.',
  imported: (status) => (status ? `Importiert als „${status}“` : 'Als unzustellbar importiert'),
  remove: 'Sperre aufheben',
  removeTitle: (address) => `Sperre für ${address} aufheben?`,
  removeText:
    'Die nächste E-Mail wird wieder an diese Adresse gesendet. Lehnt der Server sie erneut ab, wird die Adresse wieder gesperrt.',
  removed: (address) => `${address} erhält wieder E-Mails`,
  empty: 'Keine gesperrten Adressen',
  emptyHint:
    'Hier erscheinen Adressen, die laut Mailserver oder laut einer importierten Liste nicht existieren oder keine E-Mails annehmen.',
};
