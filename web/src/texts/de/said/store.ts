/** What is said of the store's own things, and of us. */
export const store: Record<string, string> = {
  'not found': 'Das gibt es nicht oder nicht mehr',
  'not signed in': 'Sie sind nicht angemeldet',
  'the operator has suspended this store: {why}': 'Der Betreiber hat diesen Shop gesperrt: {why}',
  'the store is not suspended': 'Der Shop ist nicht gesperrt',
  'this account is suspended': 'Dieses Konto ist gesperrt',
  'is not the name of this store': 'Das ist nicht der Name dieses Shops',
  'is not the address of this account': 'Das ist nicht die Adresse dieses Kontos',
  'a store needs an owner: make somebody else one, or delete {stores} first':
    'Ein Shop braucht einen Inhaber: Machen Sie zuerst jemand anderen dazu, oder löschen Sie {stores}',
  'something went wrong on our side; the request id names it in our log': 'Bei uns ist etwas schiefgegangen',
  'your role is {role}; {needed} is needed': 'Ihre Rolle in diesem Shop erlaubt das nicht',
  'Origin: only pages of {origin} may call this': 'Nur Seiten von {origin} dürfen das aufrufen',
  'X-Outstep-App: 1 is needed': 'Dieser Aufruf kam nicht aus der App',
  '{budget} budget of {limit} per {window} s used up; retry in {seconds} s':
    'Zu viele Aufrufe. Bitte versuchen Sie es in {seconds} Sekunden noch einmal',
  '{reason}: read it again and repeat the change':
    '{reason}. Laden Sie es neu und wiederholen Sie die Änderung',
  'changed since it was read': 'Inzwischen geändert',
  'changed since it was read ({fields})': 'Inzwischen geändert ({fields})',
  'saved again since it was read, without a difference':
    'Inzwischen noch einmal ohne Unterschied gespeichert',
  'this {what} was written by a newer release than the one that reads it':
    'Das hat eine neuere Version geschrieben als die, die es liest. Bitte versuchen Sie es gleich noch einmal',
  'this release does not know how to run {what}': 'Diese Version kann {what} nicht ausführen',
  'nothing is sent right now: the service was restored from a backup, and its operator has to decide first':
    'Zurzeit wird nichts gesendet: Der Dienst wurde aus einer Sicherung wiederhergestellt, und sein Betreiber muss erst entscheiden',
  'the database is not reachable right now; try again shortly':
    'Die Datenbank ist gerade nicht zu erreichen. Bitte versuchen Sie es gleich noch einmal',
  'the database took too long over this right now; try again shortly':
    'Die Datenbank hat dafür gerade zu lange gebraucht. Bitte versuchen Sie es gleich noch einmal',
  'too much of this store is under way right now; try again shortly':
    'Für diesen Shop läuft gerade zu viel auf einmal. Bitte versuchen Sie es gleich noch einmal',
  'the execute budget cannot be counted right now; try again shortly':
    'Gerade lässt sich nicht zählen, wie oft etwas ausgeführt wurde. Bitte versuchen Sie es gleich noch einmal',
  'signing in is not possible right now; try again shortly':
    'Anmelden ist gerade nicht möglich. Bitte versuchen Sie es gleich noch einmal',
  '{count} stores are allowed; delete one, or ask the operator for more':
    '{count} Shops sind erlaubt. Löschen Sie einen, oder bitten Sie den Betreiber um mehr',
  '{count} API keys are allowed; revoke one, or ask the operator for more':
    '{count} API-Schlüssel sind erlaubt. Widerrufen Sie einen, oder bitten Sie den Betreiber um mehr',
  '{count} layouts are allowed; delete one, or ask the operator for more':
    '{count} Layouts sind erlaubt. Löschen Sie eines, oder bitten Sie den Betreiber um mehr',
  '{count} drafts of layouts are allowed; save or discard one, or ask the operator for more':
    '{count} Entwürfe von Layouts sind erlaubt. Speichern oder verwerfen Sie einen, oder bitten Sie den Betreiber um mehr',
  '{count} headers, footers and parts are allowed; delete one, or ask the operator for more':
    '{count} Kopfzeilen, Fußzeilen und Bausteine sind erlaubt. Löschen Sie eine davon, oder bitten Sie den Betreiber um mehr',
  '{count} HTTP requests are allowed; delete one, or ask the operator for more':
    '{count} HTTP-Anfragen sind erlaubt. Löschen Sie eine, oder bitten Sie den Betreiber um mehr',
  '{count} files are allowed; delete one, or ask the operator for more':
    '{count} Dateien sind erlaubt. Löschen Sie eine, oder bitten Sie den Betreiber um mehr',
  '{count} MB of files are allowed; delete one, or ask the operator for more':
    '{count} MB an Dateien sind erlaubt. Löschen Sie eine, oder bitten Sie den Betreiber um mehr',
  '{count} people and open invitations are allowed; remove one, or ask the operator for more':
    '{count} Personen und offene Einladungen sind erlaubt. Entfernen Sie eine, oder bitten Sie den Betreiber um mehr',
  '{count} test mails an hour are allowed; wait for the next hour, or ask the operator for more':
    '{count} Testmails in der Stunde sind erlaubt. Warten Sie auf die nächste Stunde, oder bitten Sie den Betreiber um mehr',
  'no more is allowed': 'Mehr ist nicht erlaubt',
  'only the operator of this service changes the quota':
    'Nur der Betreiber dieses Dienstes ändert das Kontingent',
  'write name=number, or name= for the default': 'Schreiben Sie name=Zahl, oder name= für die Vorgabe',
  'unknown limit; there are {names}': 'Diese Grenze gibt es nicht; es gibt {names}',
  'must be a whole number': 'Muss eine ganze Zahl sein',
  'the service stops; try again': 'Der Dienst wird gerade beendet. Bitte versuchen Sie es noch einmal',
  'too much of this store is under way; try again':
    'In diesem Shop läuft gerade zu viel auf einmal. Bitte versuchen Sie es noch einmal',
  'too much is under way for this to have its turn; try again':
    'Es läuft gerade zu viel, als dass dies an die Reihe käme. Bitte versuchen Sie es noch einmal',
  'templates cannot be checked right now; try again':
    'Texte lassen sich gerade nicht prüfen. Bitte versuchen Sie es noch einmal',
  'too many templates of this store wait to be checked; try again':
    'Zu viele Texte dieses Shops warten darauf, geprüft zu werden. Bitte versuchen Sie es noch einmal',
  'templates of this store wait too long to be checked; try again':
    'Texte dieses Shops warten zu lange darauf, geprüft zu werden. Bitte versuchen Sie es noch einmal',
  'templates cannot be checked while the service stops; try again':
    'Der Dienst wird gerade beendet. Bitte versuchen Sie es gleich noch einmal',
  'too many texts of this store wait to be looked through; try again':
    'Zu viele Texte dieses Shops warten darauf, durchgesehen zu werden. Bitte versuchen Sie es noch einmal',
  'texts of this store wait too long to be looked through; try again':
    'Texte dieses Shops warten zu lange darauf, durchgesehen zu werden. Bitte versuchen Sie es noch einmal',
  'texts cannot be looked through while the service stops; try again':
    'Der Dienst wird gerade beendet. Bitte versuchen Sie es gleich noch einmal',
  'texts cannot be looked through right now; try again':
    'Texte lassen sich gerade nicht durchsehen. Bitte versuchen Sie es noch einmal',
  'takes too long to look through for credentials': 'Es dauert zu lange, das nach Zugangsdaten durchzusehen',
  'the bucket of files (OUTSTEP_FILES) cannot be used: {why}':
    'Der Bucket für Dateien (OUTSTEP_FILES) lässt sich nicht verwenden: {why}',
  'the stored bytes of this file are damaged': 'Die gespeicherte Datei ist beschädigt',
  'the folder of files (OUTSTEP_FILES) cannot be used: {why}':
    'Der Ordner für Dateien (OUTSTEP_FILES) lässt sich nicht verwenden: {why}',
  'an invitation is needed': 'Dafür braucht es eine Einladung',
  'a store needs an owner: make somebody else one first':
    'Ein Shop braucht einen Inhaber. Geben Sie zuerst jemand anderem diese Rolle',
  'this invitation was sent to another address': 'Diese Einladung ging an eine andere Adresse',
  'nobody signs in with this address': 'Mit dieser Adresse meldet sich niemand an',
  'there is a secret of this name already': 'Ein Geheimnis mit diesem Namen gibt es schon',
  'there is a key for this domain already': 'Für diese Domain gibt es schon einen Schlüssel',
  'this is the default sender: make another one the default first':
    'Das ist der Standardabsender. Machen Sie zuerst einen anderen zum Standard',
  'other checks of this store are under way: try again soon':
    'Andere Prüfungen laufen noch. Versuchen Sie es in ein paar Sekunden noch einmal',
  'this connection was not begun here, is too old or was used already: begin again':
    'Diese Verbindung wurde nicht hier begonnen, ist zu alt oder wurde schon benutzt. Beginnen Sie noch einmal',
  'the shop is connected to another store; disconnect it there first':
    'Dieser Shop ist woanders verbunden. Trennen Sie ihn zuerst dort',
  'the store has no such shop': 'Mit diesem Shop ist nichts verbunden',
  'no repository is connected': 'Es ist kein Repository verbunden',
  'no repository is connected: connect one on the Developer page':
    'Es ist kein Repository verbunden. Verbinden Sie eines auf der Seite „Entwicklung“',
  'others keep changing this layout: try again':
    'Andere ändern dieses Layout gerade immer wieder. Bitte versuchen Sie es noch einmal',
  'others keep changing this preset: try again':
    'Andere ändern diese Vorlage gerade immer wieder. Bitte versuchen Sie es noch einmal',
  'in use by what is being saved at this moment; try again':
    'Das wird gerade in etwas verwendet, das soeben gespeichert wird. Bitte versuchen Sie es noch einmal',
  'the layout of this step does not exist': 'Das Layout dieses Schritts gibt es nicht',
  'the sender of this step does not exist': 'Den Absender dieses Schritts gibt es nicht',
  'the sender of this step does not exist any more': 'Den Absender dieses Schritts gibt es nicht mehr',
  'the store has no sender': 'Der Shop hat keinen Absender',
  'the file of attachment "{name}" is gone': 'Die Datei des Anhangs „{name}“ gibt es nicht mehr',
  'the address of attachment "{name}" does not start with https://':
    'Die Adresse des Anhangs „{name}“ beginnt nicht mit https://',
  'attachment "{name}" could not be fetched: {error}': 'Der Anhang „{name}“ ließ sich nicht abrufen: {error}',
  'this key does not work any more; create a new one':
    'Dieser Schlüssel funktioniert nicht mehr; erzeugen Sie einen neuen',
  'marketing mail goes to at most {max} recipients in a step; there are {count}':
    'Werbe-E-Mails gehen in einem Schritt an höchstens {max} Empfänger; hier sind es {count}',
  'the server takes mails of at most {size} bytes': 'Der Server nimmt E-Mails bis höchstens {size} Bytes',
  'the plan of this step does not know this message': 'Der Plan dieses Schritts kennt diese Nachricht nicht',
  'unsubscribed before it was sent': 'Vor dem Senden abgemeldet',
  unsubscribed: 'abgemeldet',
  'a server refused this address for good': 'ein Server hat diese Adresse endgültig abgelehnt',
  'marketing mail goes to To alone, each with a link of its own':
    'Werbe-E-Mails gehen nur an „An“, jede mit einem eigenen Link',
  'nobody is left to send to: servers refused every address for good':
    'Es bleibt niemand übrig: Server haben jede Adresse endgültig abgelehnt',
  'the layout requires {paths}': 'Das Layout braucht {paths}',
  'the subject is empty with the variables of this step':
    'Mit den Variablen dieses Schritts ist der Betreff leer',
  'what the step was given is not kept any more':
    'Was diesem Schritt gegeben wurde, ist nicht mehr gespeichert',
  'quota used up': 'Die monatliche Menge ist aufgebraucht',
  '{missing} of {all} messages did not surely arrive ({parts}): {error}':
    '{missing} von {all} Nachrichten sind nicht sicher angekommen ({parts}): {error}',
  '{missing} of {all} messages did not surely arrive ({parts})':
    '{missing} von {all} Nachrichten sind nicht sicher angekommen ({parts})',
  '{failed} failed, {unknown} unknown': '{failed} fehlgeschlagen, {unknown} unbekannt',
  '{failed} failed': '{failed} fehlgeschlagen',
  '{unknown} unknown': '{unknown} unbekannt',
  'attempt {attempt}: {error}; next in {seconds} s': 'Versuch {attempt}: {error}; der nächste in {seconds} s',
  '{subject}, attempt {attempt}: {error}; next in {seconds} s':
    '{subject}, Versuch {attempt}: {error}; der nächste in {seconds} s',
  'as asked for': 'wie gewünscht',
  'too many attempts; try again later': 'Zu viele Versuche. Versuchen Sie es später wieder',
  'nobody with this address has a second factor': 'Niemand mit dieser Adresse hat einen zweiten Faktor',
  'this passkey asks for no fingerprint, face or PIN':
    'Dieser Passkey fragt weder nach Fingerabdruck noch nach Gesicht oder PIN',
  'you are signed in': 'Sie sind angemeldet',
  'Invalid code': 'Der Code ist falsch, zu alt oder wurde schon verwendet',
  'the second factor is on; turn it off first':
    'Die Zwei-Faktor-Anmeldung ist an. Schalten Sie sie zuerst aus',
  'prove again that it is you': 'Bestätigen Sie noch einmal, dass Sie es sind',
  'this passkey is not one of yours': 'Dieser Passkey gehört nicht zu Ihrem Konto',
  'the base language of what was asked for': 'die Grundsprache der gewünschten',
  'another region of what was asked for': 'eine andere Region der gewünschten',
  'the main language of the layout': 'die Hauptsprache des Layouts',
  Created: 'Angelegt',
  'Saved without a change': 'Ohne Änderung gespeichert',
  'Restored version {version}': 'Version {version} wiederhergestellt',
  'Copied from {name}': 'Kopie von {name}',
  'Restored commit {sha}': 'Commit {sha} wiederhergestellt',
  'Brought back from the trash': 'Aus dem Papierkorb zurückgeholt',
  'As it was before versions were kept': 'Stand, bevor es Versionen gab',
};
