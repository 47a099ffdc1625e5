import type { Texts } from '../en/index.ts';
import { plural } from '../grammar/plural.ts';
import { mailboxSentences } from './mailboxes.ts';

export const common: Texts['common'] = {
  save: 'Speichern',
  saved: 'Gespeichert',
  cancel: 'Abbrechen',
  close: 'Schließen',
  undo: 'Rückgängig machen',
  delete: 'Löschen',
  deleted: 'Gelöscht',
  remove: 'Entfernen',
  copy: 'Kopieren',
  copied: 'Kopiert',
  retry: 'Erneut versuchen',
  back: 'Zurück',
  next: 'Nächste Seite',
  previous: 'Vorige Seite',
  pagesOf: (page, pages) => `Seite ${page} von ${pages}`,
  results: (count) => plural('de', count, { one: '# Eintrag', other: '# Einträge' }),
  search: 'Suchen',
  clearSearch: 'Suche leeren',
  nothingFound: 'Nichts gefunden',
  nothingFoundHint: 'Versuchen Sie andere Wörter, oder leeren Sie Suche und Filter.',
  clearFilters: 'Suche und Filter leeren',
  loading: 'Wird geladen …',
  actions: 'Aktionen',
  more: (name) => `Aktionen für ${name}`,
  never: 'nie',
  name: 'Name',
  email: 'E-Mail-Adresse',
  optional: 'freiwillig',
  keepItSafe: 'Dies wird nur einmal gezeigt. Bewahren Sie es sicher auf, bevor Sie dieses Fenster schließen.',
  done: 'Ich habe es kopiert',
  theOperator: 'Der Betreiber',
  roles: { viewer: 'Lesen', editor: 'Bearbeiten', owner: 'Inhaber' },
  confirmTyping: (word) => `Zur Bestätigung „${word}“ eingeben`,
  sortBy: 'Sortieren nach',
  ascending: (column) => `${column}, aufsteigend`,
  descending: (column) => `${column}, absteigend`,
};

export const errors: Texts['errors'] = {
  title: 'Das hat nicht geklappt',
  unexpected: 'Etwas Unerwartetes ist passiert. Bitte versuchen Sie es noch einmal.',
  offline: 'Der Server ist nicht erreichbar. Prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal.',
  server: 'Der Server hatte ein Problem. Bitte versuchen Sie es gleich noch einmal.',
  tooMany: 'Zu viele Versuche. Bitte warten Sie einen Moment und versuchen Sie es noch einmal.',
  forbidden: 'Ihre Rolle in diesem Shop erlaubt das nicht.',
  missing: 'Das gibt es nicht oder nicht mehr.',
  pageFailed: 'Diese Seite kann nicht angezeigt werden',
  codes: {
    INVALID_EMAIL_OR_PASSWORD: 'E-Mail-Adresse oder Passwort ist falsch.',
    INVALID_PASSWORD: 'Das Passwort ist falsch.',
    INVALID_EMAIL: 'Das ist keine E-Mail-Adresse.',
    USER_ALREADY_EXISTS: 'Zu dieser Adresse gibt es schon ein Konto. Bitte melden Sie sich an.',
    PASSWORD_TOO_SHORT: 'Das Passwort ist zu kurz: mindestens 12 Zeichen.',
    PASSWORD_TOO_LONG: 'Das Passwort ist zu lang: höchstens 128 Zeichen.',
    INVALID_TOKEN: 'Dieser Link ist verbraucht oder zu alt.',
    ACCOUNT_SUSPENDED: 'Dieses Konto ist gesperrt. Der Betreiber dieses Dienstes kann sagen, warum.',
    INVITED_ONLY: 'Neue Konten brauchen hier eine Einladung. Fragen Sie einen Inhaber Ihres Shops danach.',
    SETUP_CODE: 'Das ist nicht der Einrichtungscode dieser Installation.',
    ACCOUNT_EXISTS:
      'Zu dieser Adresse gibt es schon ein Konto. Bitte melden Sie sich an; wenn das nicht geht, bitten Sie den Betreiber um einen Link für ein neues Passwort.',
    SESSION_EXPIRED: 'Bitte melden Sie sich noch einmal an.',
    SESSION_NOT_FRESH: 'Bitte melden Sie sich dafür noch einmal an.',
    PASSKEY_NOT_FOUND: 'Dieser Passkey gehört hier zu keinem Konto.',
    AUTHENTICATION_FAILED: 'Der Passkey wurde nicht angenommen.',
    PREVIOUSLY_REGISTERED: 'Dieser Passkey ist schon eingerichtet.',
    PASSKEY_UNVERIFIED:
      'Dieser Passkey fragt weder nach Fingerabdruck noch nach Gesicht oder PIN. Melden Sie sich mit Passwort und Code an.',
    INVALID_CODE: 'Der Code ist falsch, zu alt oder wurde schon verwendet.',
    INVALID_BACKUP_CODE: 'Das ist keiner Ihrer Wiederherstellungscodes, oder er wurde schon verwendet.',
    INVALID_TWO_FACTOR_COOKIE: 'Das hat zu lange gedauert. Geben Sie Ihr Passwort noch einmal ein.',
    TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: 'Zu viele falsche Codes. Geben Sie Ihr Passwort noch einmal ein.',
    TOO_MANY_ATTEMPTS: 'Zu viele Versuche. Versuchen Sie es in ein paar Minuten wieder.',
    SECOND_FACTOR_ON: 'Die Zwei-Faktor-Anmeldung ist schon an. Schalten Sie sie zuerst aus.',
  },
};

export const sentences: Texts['sentences'] = {
  ...mailboxSentences,
  'a store needs an owner: make somebody else one first':
    'Ein Shop braucht einen Inhaber. Geben Sie zuerst jemand anderem diese Rolle.',
  'not signed in': 'Ihre Sitzung ist abgelaufen. Melden Sie sich wieder an.',
  'prove again that it is you':
    'Das wurde nicht ausgeführt: Dafür müssen Sie noch einmal bestätigen, dass Sie es sind.',
  'they are a member already': 'Diese Person ist schon Mitglied.',
  'this is the default sender: make another one the default first':
    'Das ist der Standardabsender. Machen Sie zuerst einen anderen zum Standard.',
  'there is a key for this domain already':
    'Für diese Domain gibt es schon einen Schlüssel: Jemand aus Ihrem Team hat ihn gerade erzeugt. Prüfen Sie erneut.',
  'other checks of this store are under way: try again soon':
    'Andere Prüfungen laufen noch. Versuchen Sie es in ein paar Sekunden noch einmal.',
  'this invitation was sent to another address': 'Diese Einladung ging an eine andere Adresse.',
  'there is a secret of this name already':
    'Ein Geheimnis mit diesem Namen gibt es schon. Setzen Sie dort einen neuen Wert.',
};

export const reasons: Texts['reasons'] = {
  'still masked; send the value or {{ secrets.NAME }}':
    'Hier steht noch die Verdeckung. Geben Sie den Wert ein, oder nutzen Sie ein Geheimnis.',
  required: 'Pflichtfeld',
  'is wrong': 'Das ist falsch.',
  'is wrong, too old or was used before': 'Der Code ist falsch, zu alt oder wurde schon verwendet.',
  'must be one address such as maria@example.com': 'Das ist keine E-Mail-Adresse.',
  'must be owner/name': 'Bitte in der Form inhaber/name, etwa acme/mail.',
  'is no name of a branch': 'So kann ein Branch nicht heißen.',
  'must be a path such as emails/shop': 'Bitte als Pfad, etwa emails/shop.',
  'GitHub refused the token':
    'GitHub hat das Token abgelehnt. Vielleicht ist es abgelaufen oder nicht ganz kopiert.',
  'that is not a token of GitHub': 'Das ist kein Token von GitHub.',
  'must contain {{ unsubscribe_link }} or {{ unsubscribe_url }}':
    'Schreiben Sie {{ unsubscribe_link }}, wo der Link stehen soll.',
  'must show its link always, not only in some branches or in a comment':
    'Der Link muss in jedem Fall erscheinen, nicht nur manchmal.',
  'must be a whole number from 1 to 999999999999': 'Eine ganze Zahl ab 1 oder nichts.',
  'at most 2000 characters': 'Höchstens 2000 Zeichen.',
  'at most 100 characters': 'Höchstens 100 Zeichen.',
  'unknown file': 'Dieses Bild gibt es nicht mehr.',
  'is not a picture': 'Diese Datei ist kein Bild.',
  'must be a host name or an IP address': 'Bitte einen Hostnamen, etwa smtp.example.com.',
  'must be one address such as orders@example.com': 'Bitte eine Adresse, etwa bestellung@example.com.',
  'only plain letters before the @: many servers take no others':
    'Vor dem @ bitte ohne Buchstaben wie ü: Viele Server nehmen sie nicht an.',
  'a saved login is not sent to another server: give it again':
    'Eine gespeicherte Anmeldung geht nicht an einen anderen Server. Geben Sie sie neu ein.',
  'letters, digits and _ only, at most 100, no digit first':
    'Nur Buchstaben, Ziffern und _, höchstens 100, keine Ziffer am Anfang.',
  'at most 16384 characters': 'Höchstens 16384 Zeichen.',
};
