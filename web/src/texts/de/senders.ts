import type { Texts } from '../texts.tsx';

export const senders: Texts['senders'] = {
  lead: 'Die Mailserver und Postfächer, über die Ihre E-Mails gehen, und die Adressen, von denen sie kommen.',
  add: 'Absender hinzufügen',
  edit: 'Absender ändern',
  search: 'Absender suchen',
  empty: 'Noch kein Mailserver',
  emptyHint:
    'Fügen Sie den Mailserver Ihres Shops hinzu oder verbinden Sie unten ein Postfach. Der erste Absender gilt überall, wo ein Schritt keinen nennt.',
  editorsAdd: 'Wer bearbeiten darf, kann einen hinzufügen.',
  isDefault: 'Standard',
  makeDefault: 'Zum Standard machen',
  nowDefault: (name) => `${name} ist jetzt der Standardabsender`,
  server: 'Server',
  nameHint: 'Wie Ihr Team ihn nennt, etwa „Bestellungen“.',
  from: 'Adresse, von der E-Mails kommen',
  fromName: 'Name daneben',
  host: 'Mailserver',
  port: 'Port',
  security: 'Sicherheit',
  securities: {
    starttls: 'STARTTLS, verlangt (üblich an Port 587)',
    tls: 'TLS von Anfang an (üblich an Port 465)',
    none: 'Ungesichert: E-Mails sind unterwegs lesbar',
  },
  secured: { starttls: 'STARTTLS', tls: 'TLS', none: 'ungesichert' },
  login: 'Anmeldung',
  logins: { keep: 'Wie gespeichert', new: 'Benutzername und Passwort', none: 'Keine Anmeldung' },
  loginSaved: 'gespeichert',
  noLogin: 'keine',
  user: 'Benutzername',
  password: 'Passwort',
  showPassword: 'Passwort zeigen oder verbergen',
  check: 'Verbindung ausprobieren',
  works: 'Die Verbindung funktioniert',
  worksHint:
    'Der Server hat geantwortet, ist wie gewählt gesichert und hat die Anmeldung angenommen. Gesendet wurde nichts.',
  fails: 'Die Verbindung funktioniert nicht',
  deleteTitle: (name) => `Absender „${name}“ löschen?`,
  deleteText:
    'Die Anmeldung wird vergessen. Workflow-Schritte, die diesen Absender nennen, schlagen ab jetzt fehl.',
};
