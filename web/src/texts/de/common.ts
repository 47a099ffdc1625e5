import type { Texts } from '../en/index.ts';
import { plural } from '../grammar/plural.ts';
import { mailboxSentences } from './mailboxes.ts';

export const common: Texts['common'] = {
  codePhrases: {
    Find: 'Suchen',
    Replace: 'Ersetzen',
    next: 'weiter',
    previous: 'zurück',
    all: 'alle',
    'match case': 'Groß-/Kleinschreibung',
    'by word': 'ganze Wörter',
    regexp: 'regulärer Ausdruck',
    replace: 'ersetzen',
    'replace all': 'alle ersetzen',
    close: 'schließen',
    'current match': 'aktuelle Fundstelle',
    'on line': 'in Zeile',
    'replaced match on line $': 'Fundstelle in Zeile $ ersetzt',
    'replaced $ matches': '$ Fundstellen ersetzt',
    'Go to line': 'Zu Zeile',
    go: 'los',
    Diagnostics: 'Hinweise',
    'No diagnostics': 'Keine Hinweise',
    'Control character': 'Steuerzeichen',
    'Selection deleted': 'Auswahl gelöscht',
  },
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
  previous: 'Vorherige Seite',
  pagesOf: (page, pages) => `Seite ${page} von ${pages}`,
  results: (count) => plural('de', count, { one: '# Eintrag', other: '# Einträge' }),
  search: 'Suchen',
  clearSearch: 'Suche zurücksetzen',
  nothingFound: 'Keine Ergebnisse',
  nothingFoundHint: 'Versuchen Sie es mit anderen Suchbegriffen oder setzen Sie Suche und Filter zurück.',
  clearFilters: 'Suche und Filter zurücksetzen',
  loading: 'Wird geladen …',
  actions: 'Aktionen',
  more: (name) => `Aktionen für ${name}`,
  never: 'nie',
  name: 'Name',
  email: 'E-Mail-Adresse',
  optional: 'optional',
  keepItSafe:
    'Diese Angabe wird nur einmal angezeigt. Speichern Sie sie an einem sicheren Ort, bevor Sie dieses Fenster schließen.',
  done: 'Ich habe es kopiert',
  theOperator: 'Der Betreiber',
  roles: { viewer: 'Betrachter', editor: 'Bearbeiter', owner: 'Inhaber' },
  confirmTyping: (word) => `Geben Sie zur Bestätigung „${word}“ ein`,
  sortBy: 'Sortieren nach',
  ascending: (column) => `${column}, aufsteigend`,
  descending: (column) => `${column}, absteigend`,
};

export const errors: Texts['errors'] = {
  title: 'Das hat nicht funktioniert',
  unexpected: 'Ein unerwarteter Fehler ist aufgetreten. Bitte versuchen Sie es noch einmal.',
  offline:
    'Keine Verbindung zum Server. Prüfen Sie Ihre Internetverbindung und versuchen Sie es noch einmal.',
  server: 'Auf dem Server ist ein Fehler aufgetreten. Bitte versuchen Sie es gleich noch einmal.',
  tooMany: 'Zu viele Versuche. Warten Sie einen Moment und versuchen Sie es noch einmal.',
  forbidden: 'Ihre Rolle in diesem Shop erlaubt das nicht. Bitten Sie einen Inhaber des Shops um Zugriff.',
  missing: 'Nicht gefunden. Vielleicht wurde der Eintrag gelöscht.',
  pageFailed: 'Diese Seite kann nicht angezeigt werden',
  codes: {
    INVALID_EMAIL_OR_PASSWORD: 'E-Mail-Adresse oder Passwort ist falsch.',
    INVALID_PASSWORD: 'Das Passwort ist falsch.',
    INVALID_EMAIL: 'Geben Sie eine gültige E-Mail-Adresse ein.',
    USER_ALREADY_EXISTS: 'Für diese E-Mail-Adresse gibt es bereits ein Konto. Melden Sie sich an.',
    PASSWORD_TOO_SHORT: 'Das Passwort ist zu kurz. Verwenden Sie mindestens 12 Zeichen.',
    PASSWORD_TOO_LONG: 'Das Passwort ist zu lang. Verwenden Sie höchstens 128 Zeichen.',
    INVALID_TOKEN: 'Dieser Link wurde bereits verwendet oder ist abgelaufen. Fordern Sie einen neuen an.',
    ACCOUNT_SUSPENDED: 'Dieses Konto ist gesperrt. Wenden Sie sich an den Betreiber dieses Dienstes.',
    INVITED_ONLY:
      'Für ein neues Konto brauchen Sie eine Einladung. Bitten Sie einen Inhaber Ihres Shops darum.',
    SETUP_CODE:
      'Der Einrichtungscode ist falsch, abgelaufen oder wurde bereits verwendet. Führen Sie auf dem Server outstep setup-code aus, um einen neuen zu erhalten.',
    ACCOUNT_EXISTS:
      'Für diese E-Mail-Adresse gibt es bereits ein Konto. Melden Sie sich an oder bitten Sie den Betreiber um einen Link zum Zurücksetzen des Passworts.',
    SESSION_EXPIRED: 'Ihre Sitzung ist abgelaufen. Melden Sie sich wieder an.',
    SESSION_NOT_FRESH: 'Melden Sie sich für diese Änderung noch einmal an.',
    PASSKEY_NOT_FOUND: 'Dieser Passkey gehört zu keinem Konto. Melden Sie sich mit Ihrem Passwort an.',
    AUTHENTICATION_FAILED: 'Der Passkey ließ sich nicht prüfen. Versuchen Sie es noch einmal.',
    PREVIOUSLY_REGISTERED: 'Dieser Passkey ist bereits eingerichtet.',
    PASSKEY_UNVERIFIED:
      'Dieser Passkey ist nicht durch Fingerabdruck, Gesichtserkennung oder PIN geschützt. Melden Sie sich mit Passwort und Code an.',
    INVALID_CODE: 'Der Code ist falsch, abgelaufen oder wurde bereits verwendet.',
    INVALID_BACKUP_CODE: 'Der Wiederherstellungscode ist falsch oder wurde bereits verwendet.',
    INVALID_TWO_FACTOR_COOKIE: 'Das hat zu lange gedauert. Geben Sie Ihr Passwort noch einmal ein.',
    TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: 'Zu viele falsche Codes. Geben Sie Ihr Passwort noch einmal ein.',
    TOO_MANY_ATTEMPTS: 'Zu viele Versuche. Versuchen Sie es in einigen Minuten noch einmal.',
    CHALLENGE_NOT_FOUND: 'Das hat zu lange gedauert. Versuchen Sie es noch einmal.',
    FAILED_TO_VERIFY_REGISTRATION: 'Der Passkey ließ sich nicht hinzufügen. Versuchen Sie es noch einmal.',
    CREDENTIAL_ACCOUNT_NOT_FOUND:
      'Für dieses Konto ist noch kein Passwort festgelegt. Fordern Sie auf der Anmeldeseite über „Passwort vergessen?“ einen Link an.',
    TWO_FACTOR_NOT_ENABLED: 'Die Zwei-Faktor-Anmeldung ist nicht aktiviert.',
    TOTP_NOT_ENABLED: 'Die Zwei-Faktor-Anmeldung ist nicht aktiviert.',
    BACKUP_CODES_NOT_ENABLED: 'Die Zwei-Faktor-Anmeldung ist nicht aktiviert.',
    SECOND_FACTOR_ON: 'Die Zwei-Faktor-Anmeldung ist bereits aktiviert. Deaktivieren Sie sie zuerst.',
  },
};

export const sentences: Texts['sentences'] = {
  ...mailboxSentences,
  owner_needed:
    'Ein Shop braucht mindestens einen Inhaber. Machen Sie zuerst ein anderes Mitglied zum Inhaber.',
  not_signed_in: 'Ihre Sitzung ist abgelaufen. Melden Sie sich wieder an.',
  step_up_needed:
    'Es wurde nichts geändert. Bestätigen Sie, dass Sie es sind, und versuchen Sie es noch einmal.',
  already_a_member: 'Diese Person ist bereits Mitglied.',
  default_sender: 'Das ist der Standardabsender. Legen Sie zuerst einen anderen als Standard fest.',
  domain_has_key:
    'Für diese Domain gibt es bereits einen Schlüssel. Vielleicht hat ihn gerade jemand aus Ihrem Team erstellt. Prüfen Sie die Domain noch einmal.',
  checks_running: 'Es laufen noch andere Prüfungen. Versuchen Sie es in einigen Sekunden noch einmal.',
  invitation_for_another:
    'Diese Einladung gilt für eine andere E-Mail-Adresse. Melden Sie sich mit der eingeladenen Adresse an.',
  secret_exists: 'Zugangsdaten mit diesem Namen gibt es bereits. Geben Sie dort einen neuen Wert ein.',
};

export const reasons: Texts['reasons'] = {
  still_masked:
    'Der Wert ist noch unkenntlich gemacht. Geben Sie ihn neu ein oder verwenden Sie gespeicherte Zugangsdaten.',
  required: 'Pflichtfeld',
  wrong: 'Die Eingabe ist falsch.',
  code_wrong: 'Der Code ist falsch, abgelaufen oder wurde bereits verwendet.',
  must_be_repository_name: 'Verwenden Sie die Form inhaber/name, zum Beispiel acme/emails.',
  not_a_branch_name: 'Geben Sie einen gültigen Branch-Namen ein.',
  must_be_folder_path: 'Geben Sie einen Pfad ein, zum Beispiel emails/shop.',
  github_refused_token:
    'GitHub hat den Token abgelehnt. Vielleicht ist er abgelaufen oder nicht vollständig kopiert.',
  not_a_github_token: 'Das ist kein GitHub-Token.',
  unsubscribe_link_missing:
    'Setzen Sie {{ unsubscribe_link }} an die Stelle, an der der Link erscheinen soll.',
  unsubscribe_link_hidden:
    'Der Link muss immer erscheinen. Setzen Sie ihn nicht in eine Bedingung oder einen Kommentar.',
  must_be_quota: 'Geben Sie eine ganze Zahl ab 1 ein oder lassen Sie das Feld leer.',
  text_too_long: 'Höchstens {max} Zeichen.',
  must_be_email_address: 'Geben Sie eine E-Mail-Adresse ein, zum Beispiel {example}.',
  unknown_file: 'Diese Datei existiert nicht mehr.',
  not_an_image: 'Diese Datei ist kein Bild.',
  must_be_host: 'Geben Sie einen Hostnamen ein, zum Beispiel smtp.example.com.',
  local_part_not_ascii:
    'Verwenden Sie vor dem @ keine Umlaute oder Buchstaben mit Akzent. Viele Mailserver lehnen sie ab.',
  login_for_another_server:
    'Geben Sie die Zugangsdaten für den neuen Server ein. Gespeicherte Zugangsdaten gelten nur für den bisherigen Server.',
  must_be_secret_name: 'Nur Buchstaben, Ziffern und _, höchstens 100 Zeichen, keine Ziffer am Anfang.',
};
