import type { Texts } from '../en/index.ts';
import { plural } from '../grammar/plural.ts';

export const secrets: Texts['secrets'] = {
  lead: 'Passwörter und Tokens für Ihre HTTP-Anfragen und E-Mails. Gespeicherte Werte werden verwendet, aber nie wieder angezeigt.',
  add: 'Zugangsdaten hinzufügen',
  search: 'Name oder Beschreibung suchen',
  name: 'Name',
  nameHint: 'Buchstaben, Ziffern und _, zum Beispiel SHOP_TOKEN. Lässt sich später nicht ändern.',
  value: 'Wert',
  valueHint: 'Wird verschlüsselt gespeichert und nirgends wieder angezeigt.',
  description: 'Beschreibung',
  descriptionHint:
    'Wofür der Wert gebraucht wird und woher er stammt. Für alle Mitglieder des Shops sichtbar.',
  isSet: 'Gespeichert',
  notSet: 'Kein Wert',
  canBeSentTo: 'Erlaubte Ziele',
  noHost: 'Keine Server',
  andEmails: 'In E-Mails erlaubt',
  sentTo: 'HTTP-Anfragen dürfen den Wert senden an',
  onlyTheseHosts: 'Nur diese Server',
  hosts: 'Server',
  hostsHint: 'Einer pro Zeile, zum Beispiel api.example.com. *.example.com steht für alle Subdomains.',
  hostRequired: 'Geben Sie mindestens einen Server ein oder wählen Sie „Alle Server“.',
  proposedHosts: 'Server der HTTP-Anfragen, die den Wert verwenden:',
  addHost: (host) => `${host} hinzufügen`,
  anyHost: 'Alle Server',
  anyHostHint: 'Wer HTTP-Anfragen bearbeiten darf, könnte den Wert an einen eigenen Server senden.',
  allowInEmail: 'In E-Mails erlauben',
  allowInEmailHint:
    'Empfänger können den Wert lesen. Ist dies ausgeschaltet, werden E-Mails, die ihn enthalten, nicht gesendet.',
  setPermissions: 'Erlaubte Ziele ändern',
  permissionsTitle: (name) => `Erlaubte Ziele von ${name}`,
  permissionsSaved: (name) => `Erlaubte Ziele von ${name} gespeichert`,
  openTitle: (count) =>
    plural('de', count, {
      one: '# Eintrag auf dieser Seite darf an jeden Server gesendet werden',
      other: '# Einträge auf dieser Seite dürfen an jeden Server gesendet werden',
    }),
  openText:
    'Wer HTTP-Anfragen bearbeiten darf, auch mit einem API-Schlüssel, könnte diese Werte an einen eigenen Server senden. Beschränken Sie jeden Eintrag über sein Menü auf die Server, die den Wert brauchen.',
  openTextForEditors:
    'Wer HTTP-Anfragen bearbeiten darf, auch mit einem API-Schlüssel, könnte diese Werte an einen eigenen Server senden. Bitten Sie einen Inhaber, die Einträge auf die nötigen Server zu beschränken.',
  usedBy: 'Verwendet in',
  unused: 'Nicht verwendet',
  changed: 'Geändert',
  users: {
    layout: (name) => `Layout „${name}“`,
    preset: (name) => `Gemeinsamer Abschnitt „${name}“`,
    request: (name) => `HTTP-Anfrage „${name}“`,
    settings: 'Einstellungen des Shops',
  },
  more: (count) => plural('de', count, { one: 'und # weitere Stelle', other: 'und # weitere Stellen' }),
  create: 'Hinzufügen',
  created: (name) => `${name} hinzugefügt`,
  howToUse: 'Verwendung in HTTP-Anfragen und Layouts',
  setValue: 'Neuen Wert eingeben',
  setValueTitle: (name) => `Neuer Wert für ${name}`,
  setValueText:
    'Gilt ab der nächsten HTTP-Anfrage und der nächsten E-Mail. Der bisherige Wert wird überschrieben.',
  valueSaved: (name) => `Neuer Wert für ${name} gespeichert`,
  describe: 'Beschreibung ändern',
  describeTitle: (name) => `Beschreibung von ${name}`,
  deleteTitle: (name) => `${name} löschen?`,
  deleteText: 'Der Wert wird endgültig gelöscht.',
  deleted: (name) => `${name} gelöscht`,
  inUseTitle: (name) => `${name} wird noch verwendet`,
  inUseText: 'Entfernen Sie die Zugangsdaten zuerst hier, danach können Sie sie löschen:',
  inUseNow: (users) => `Nicht gelöscht: Die Zugangsdaten werden inzwischen verwendet (${users}).`,
  empty: 'Noch keine Zugangsdaten',
  emptyHint:
    'Speichern Sie den Token eines Dienstes einmal und verwenden Sie ihn überall mit {{ secrets.NAME }}.',
  emptyForViewers: 'Nur Bearbeiter und Inhaber können Zugangsdaten hinzufügen.',
};
