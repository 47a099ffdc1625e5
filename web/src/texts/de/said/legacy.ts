/**
 * Sentences of earlier releases, which stored no codes; history and older processes still return them.
 * Frozen: current messages are translated in `messages`.
 */
export const legacy: Readonly<Record<string, string>> = {
  'is wrong, too old or was used before': 'Der Code ist falsch, abgelaufen oder wurde bereits verwendet',
  'a part cannot stand in a preset':
    'Ein gemeinsamer Abschnitt darf keinen weiteren gemeinsamen Abschnitt enthalten',
  'is not a picture': 'Das ist kein Bild',
  'takes too long to look for; use another text':
    'Die Suche dauert zu lange. Verwenden Sie einen anderen Suchbegriff',
  'must be one address such as anna@example.com':
    'Geben Sie eine einzelne E-Mail-Adresse ein, zum Beispiel anna@example.com',
  'must be one address such as maria@example.com':
    'Geben Sie eine einzelne E-Mail-Adresse ein, zum Beispiel maria@example.com',
  'must be one address such as orders@example.com':
    'Geben Sie eine einzelne E-Mail-Adresse ein, zum Beispiel bestellung@example.com',
  'is no name of a branch': 'Das ist kein gültiger Branch-Name',
  "must be Shopify's number of the shop": 'Geben Sie die Shopify-ID des Shops ein',
  'cannot change after creation': 'Lässt sich nachträglich nicht mehr ändern',
  'is no text of the main language': 'Diesen Text gibt es in der Hauptsprache nicht',
  'at most {max} languages per layout': 'Höchstens {max} Übersetzungen pro Layout',
  'there is no such version': 'Diese Version existiert nicht',
  'is no language of that version': 'Diese Sprache gibt es in der Version nicht',
  'there is another one of this language': 'Diese Sprache ist bereits vorhanden',
  'is one of its other languages': 'Diese Sprache ist bereits vorhanden',
  'only plain letters before the @: many servers take no others':
    'Verwenden Sie vor dem @ keine Umlaute oder Sonderzeichen. Viele Mailserver akzeptieren sie nicht',
  'must show its link always, not only in some branches or in a comment':
    'Der Link muss immer erscheinen, nicht nur unter bestimmten Bedingungen oder in einem Kommentar',
  'an attachment cannot stand inside a loop': 'Ein Anhang darf nicht in einer Wiederholung stehen',
  'must have one part for each column': 'Geben Sie für jede Spalte einen Wert an',
  'columns cannot stand inside a column': 'Spalten dürfen keine weiteren Spalten enthalten',
  'must be a colour such as #1a5fb4': 'Geben Sie eine Farbe ein, zum Beispiel #1a5fb4',
  'is a name that Liquid uses already': 'Dieser Name wird bereits von Liquid verwendet',
  'a value makes a path segment of dots':
    'Durch einen eingesetzten Wert besteht ein Teil des Pfads nur aus Punkten',
  'a saved login is not sent to another server: give it again':
    'Geben Sie die Zugangsdaten für den neuen Server ein. Gespeicherte Zugangsdaten gelten nur für den bisherigen Server',
  'no execution of this layout whose variables are kept':
    'Für dieses Layout gibt es keine Ausführung mit gespeicherten Variablen',
  '{mail} cannot be made with them: {reason}': '{mail} lässt sich mit diesen Werten nicht erzeugen: {reason}',
  '{size} KB of HTML: Gmail cuts mails off near 102 KB':
    '{size} KB HTML: Gmail schneidet E-Mails bei etwa 102 KB ab',
  'the HTML has {size} KB; Gmail cuts a mail off near 102 KB':
    'Das HTML ist {size} KB groß. Gmail schneidet E-Mails bei etwa 102 KB ab',
  "marketing mail must name its sender's postal address: set companyDetails":
    'Werbe-E-Mails müssen die Anschrift des Absenders enthalten. Ergänzen Sie die Angaben zum Unternehmen',
  'the {where} of this mail showed no unsubscribe link; the built-in sentence is added there':
    'In dieser E-Mail fehlte der Abmeldelink ({where}). Dort wurde der Standardtext ergänzt',
  'only for text layouts': 'Nur für Layouts mit eigenem HTML',
  'only for visual layouts': 'Nur für Layouts mit Design',
  'is the same in every language': 'Gilt für alle Sprachen und lässt sich nicht pro Sprache festlegen',
  'is no translation of this layout': 'Diese Sprache gibt es in diesem Layout nicht',
  'is a picture that cannot be read': 'Das Bild ist beschädigt und lässt sich nicht öffnen',
  'has more than {count} million pixels': 'Das Bild hat mehr als {count} Millionen Pixel. Verkleinern Sie es',
  'layout "{name}" ({locale}) cannot be made with them: {reason}':
    'Layout „{name}“ ({locale}) lässt sich mit diesen Blöcken nicht erzeugen: {reason}',
  'the subject is empty: a step fails': 'Der Betreff ist leer. Der Workflow-Schritt würde fehlschlagen',
  'the HTML of this mail showed no unsubscribe link; the built-in sentence is added there':
    'Im HTML dieser E-Mail fehlte der Abmeldelink. Dort wurde der Standardtext ergänzt',
  'the plain text of this mail showed no unsubscribe link; the built-in sentence is added there':
    'In der Nur-Text-Version dieser E-Mail fehlte der Abmeldelink. Dort wurde der Standardtext ergänzt',
  'the HTML and the plain text of this mail showed no unsubscribe link; the built-in sentence is added there':
    'Im HTML und in der Nur-Text-Version dieser E-Mail fehlte der Abmeldelink. Dort wurde der Standardtext ergänzt',
  '"{sign}" has no place here': '„{sign}“ ist hier nicht erlaubt',
  'every line of a comment begins with "#"': 'jede Kommentarzeile muss mit „#“ beginnen',
  'parentheses only hold a range such as (1..5)': 'Klammern sind nur für Bereiche wie (1..5) erlaubt',
  'tag "else" only belongs in "if" or "unless" or "case" or "for"':
    'Tag „else“ ist nur in „if“, „unless“, „case“ oder „for“ erlaubt',
  'tag "elsif" only belongs in "if" or "unless"': 'Tag „elsif“ ist nur in „if“ oder „unless“ erlaubt',
  'tag "when" only belongs in "case"': 'Tag „when“ ist nur in „case“ erlaubt',
  'secrets are only written {{ secrets.NAME }}: one name, no filter, no bracket, in no other tag':
    'Zugangsdaten lassen sich nur als {{ secrets.NAME }} verwenden: ein Name, ohne Filter, ohne Klammern und in keinem anderen Tag',
  'Liquid has no place in a script': 'Liquid ist in Skripten nicht erlaubt',
  'Liquid has no place in the attribute "{name}"': 'Liquid ist im Attribut „{name}“ nicht erlaubt',
  'what Liquid writes has no place in <!…> and <?…>': 'Liquid ist in <!…> und <?…> nicht erlaubt',
  'the quotation marks of the attribute "{name}" stand inside Liquid':
    'Die Anführungszeichen des Attributs „{name}“ dürfen nicht innerhalb von Liquid stehen',
  'a tag of Liquid must not begin inside an attribute and end outside, nor hold a secret there':
    'Ein Liquid-Tag muss im selben Attribut beginnen und enden und darf dort keine Zugangsdaten enthalten',
  'Liquid stands where it would be lost; it may stand in text and in values of attributes that mails can have (no script, style or comment)':
    'Liquid steht an einer Stelle, an der es verloren geht. Erlaubt ist es im Text und in Attributwerten, nicht in Skripten, Stilangaben oder Kommentaren',
  'Liquid stands in the name of a tag; write &lt; for a plain "<"':
    'Liquid ist im Namen eines HTML-Tags nicht erlaubt. Schreiben Sie &lt; für ein einfaches „<“',
  'what Liquid writes in <{tag}> must stand in the value of an attribute':
    'Liquid ist in <{tag}> nur in Attributwerten erlaubt',
  '{host} closed the connection at once': '{host} hat die Verbindung sofort beendet',
  '{host} announced an answer {count} times and sent none':
    '{host} hat {count}-mal eine Antwort angekündigt, aber keine gesendet',
  '{host} answered {status} without an address to go on to':
    '{host} hat mit {status} geantwortet, aber keine Zieladresse angegeben',
  '{host} answered with a body that does not unpack':
    'Die komprimierte Antwort von {host} lässt sich nicht entpacken',
  '{host} answered with a body that is packed several times':
    'Die Antwort von {host} ist mehrfach komprimiert',
  '{host} answered with a body that is packed in an unknown way':
    'Die Antwort von {host} ist mit einem unbekannten Verfahren komprimiert',
  '{host} refused {what}: {answer}': '{host} hat {what} abgelehnt: {answer}',
  'the message': 'die E-Mail',
  'the login': 'die Anmeldung',
  'a secure connection': 'eine sichere Verbindung',
  'the recipient': 'den Empfänger',
  'the connection': 'die Verbindung',
  '{host} took the message and did not say what became of it':
    '{host} hat die E-Mail erhalten, die Annahme aber nicht bestätigt',
  '{host} was given the message and did not say what became of it':
    '{host} hat die E-Mail erhalten, die Annahme aber nicht bestätigt',
  '{host} did not take the message within {seconds} s':
    '{host} hat die E-Mail nicht innerhalb von {seconds} s angenommen',
  '{host} does not speak TLS on this port': '{host} unterstützt an diesem Port kein TLS',
  '{host} closed the connection before it took the message':
    '{host} hat die Verbindung beendet, bevor die E-Mail angenommen wurde',
  '{name} asks us to wait': '{name} verlangt eine Wartezeit',
  '{name} gave no answer that can be used': '{name} hat keine verwertbare Antwort gegeben',
  '{name} does not say which address this mailbox has':
    '{name} hat die Adresse dieses Postfachs nicht übermittelt',
  '{name} did not let us stay connected': '{name} hat keinen dauerhaften Zugriff erlaubt',
  '{name} does not accept this service; its operator has to look at it':
    '{name} lehnt die Verbindung mit diesem Dienst ab. Bitte informieren Sie den Betreiber',
  '{name} does not let us send from this mailbox any more':
    '{name} erlaubt das Senden über dieses Postfach nicht mehr',
  'the permission to send was not given at {name}':
    'Die Berechtigung zum Senden wurde bei {name} nicht erteilt',
  'you did not allow {name} to let us send': 'Sie haben den Zugriff bei {name} nicht erlaubt',
  'what {name} answered does not belong to what was begun: begin again':
    'Die Antwort von {name} passt nicht zu Ihrer Anfrage. Starten Sie die Verbindung neu',
  'the message was called off before it left': 'Die E-Mail wurde vor dem Senden abgebrochen',
  'the provider took too long to let us in': 'Die Anmeldung beim Anbieter hat zu lange gedauert',
  'GitHub refused the token': 'GitHub hat den Token abgelehnt',
  'GitHub could not be reached, or its answer broke off':
    'GitHub war nicht erreichbar oder die Antwort wurde abgebrochen',
  'GitHub asks us to wait': 'GitHub verlangt eine Wartezeit',
  "GitHub did not take our app's token": 'GitHub hat den Token der App nicht angenommen',
  '{repository} cannot be found: it is not there, or the token may not see it':
    '{repository} wurde nicht gefunden: Das Repository existiert nicht oder der Token hat keinen Zugriff darauf',
  'this mailbox is not connected any more': 'Dieses Postfach ist nicht mehr verbunden',
  'the address of {what} is not one plain mail address': 'Ungültige E-Mail-Adresse für {what}',
  'the message has a header that cannot be set': 'Die E-Mail enthält einen nicht erlaubten Header',
  'the DKIM key of the sender cannot be used': 'Der DKIM-Schlüssel des Absenders ist unbrauchbar',
  'that is not a token of GitHub': 'Das ist kein GitHub-Token',
  'there is no branch {branch} in {repository}, or the token may not see it':
    'Den Branch {branch} gibt es in {repository} nicht oder der Token hat keinen Zugriff darauf',
  'our GitHub app is not installed there any more': 'Die GitHub-App ist dort nicht mehr installiert',
  'the branch could not be moved to a new commit in many tries':
    'Der Branch ließ sich trotz mehrerer Versuche nicht aktualisieren',
  'a store needs an owner: make somebody else one, or delete {stores} first':
    'Ein Shop braucht mindestens einen Inhaber. Machen Sie zuerst ein anderes Mitglied zum Inhaber oder löschen Sie {stores}',
  'something went wrong on our side; the request id names it in our log':
    'Bei uns ist ein Fehler aufgetreten. Bitte versuchen Sie es noch einmal',
  '{reason}: read it again and repeat the change':
    '{reason}. Laden Sie die Seite neu und wiederholen Sie Ihre Änderung',
  'changed since it was read': 'Der Inhalt wurde inzwischen geändert',
  'changed since it was read ({fields})': 'Der Inhalt wurde inzwischen geändert ({fields})',
  'saved again since it was read, without a difference':
    'Der Inhalt wurde inzwischen ohne Änderung erneut gespeichert',
  'this {what} was written by a newer release than the one that reads it':
    'Der Inhalt wurde mit einer neueren Version von Outstep gespeichert. Bitte versuchen Sie es gleich noch einmal',
  'this release does not know how to run {what}': 'Diese Version von Outstep kann {what} nicht ausführen',
  'nothing is sent right now: the service was restored from a backup, and its operator has to decide first':
    'Zurzeit wird nichts gesendet. Der Dienst wurde aus einer Sicherung wiederhergestellt und muss erst vom Betreiber freigegeben werden',
  'the database took too long over this right now; try again shortly':
    'Die Datenbank hat zu lange gebraucht. Bitte versuchen Sie es gleich noch einmal',
  'too much of this store is under way right now; try again shortly':
    'In diesem Shop läuft gerade zu viel gleichzeitig. Versuchen Sie es gleich noch einmal',
  '{count} stores are allowed; delete one, or ask the operator for more':
    'Das Limit von {count} Shops ist erreicht. Löschen Sie einen Shop oder bitten Sie den Betreiber, das Limit zu erhöhen',
  '{count} API keys are allowed; revoke one, or ask the operator for more':
    'Das Limit von {count} API-Schlüsseln ist erreicht. Widerrufen Sie einen Schlüssel oder bitten Sie den Betreiber, das Limit zu erhöhen',
  '{count} layouts are allowed; delete one, or ask the operator for more':
    'Das Limit von {count} Layouts ist erreicht. Löschen Sie ein Layout oder bitten Sie den Betreiber, das Limit zu erhöhen',
  '{count} drafts of layouts are allowed; save or discard one, or ask the operator for more':
    'Das Limit von {count} Layout-Entwürfen ist erreicht. Speichern oder verwerfen Sie einen Entwurf oder bitten Sie den Betreiber, das Limit zu erhöhen',
  '{count} headers, footers and parts are allowed; delete one, or ask the operator for more':
    'Das Limit von {count} gemeinsamen Abschnitten ist erreicht. Löschen Sie einen Abschnitt oder bitten Sie den Betreiber, das Limit zu erhöhen',
  '{count} HTTP requests are allowed; delete one, or ask the operator for more':
    'Das Limit von {count} HTTP-Anfragen ist erreicht. Löschen Sie eine Anfrage oder bitten Sie den Betreiber, das Limit zu erhöhen',
  '{count} files are allowed; delete one, or ask the operator for more':
    'Das Limit von {count} Dateien ist erreicht. Löschen Sie eine Datei oder bitten Sie den Betreiber, das Limit zu erhöhen',
  '{count} MB of files are allowed; delete one, or ask the operator for more':
    'Der Speicherplatz von {count} MB reicht nicht aus. Löschen Sie Dateien oder bitten Sie den Betreiber, das Limit zu erhöhen',
  '{count} people and open invitations are allowed; remove one, or ask the operator for more':
    'Das Limit von {count} Mitgliedern und offenen Einladungen ist erreicht. Entfernen Sie ein Mitglied oder eine Einladung oder bitten Sie den Betreiber, das Limit zu erhöhen',
  '{count} test mails an hour are allowed; wait for the next hour, or ask the operator for more':
    'Das Limit von {count} Test-E-Mails pro Stunde ist erreicht. Warten Sie bis zur nächsten Stunde oder bitten Sie den Betreiber, das Limit zu erhöhen',
  'no more is allowed': 'Das Limit ist erreicht',
  'only the operator of this service changes the quota':
    'Nur der Betreiber dieses Dienstes kann das Kontingent ändern',
  'the service stops; try again':
    'Der Dienst wird gerade heruntergefahren. Bitte versuchen Sie es gleich noch einmal',
  'too much of this store is under way; try again':
    'In diesem Shop läuft gerade zu viel gleichzeitig. Versuchen Sie es noch einmal',
  'too much is under way for this to have its turn; try again':
    'Der Dienst ist gerade ausgelastet. Bitte versuchen Sie es noch einmal',
  'templates cannot be checked right now; try again':
    'Layouts lassen sich gerade nicht prüfen. Bitte versuchen Sie es noch einmal',
  'too many templates of this store wait to be checked; try again':
    'Für diesen Shop stehen zu viele Prüfungen aus. Versuchen Sie es noch einmal',
  'templates of this store wait too long to be checked; try again':
    'Die Prüfung dauert gerade zu lange. Bitte versuchen Sie es noch einmal',
  'templates cannot be checked while the service stops; try again':
    'Der Dienst wird gerade heruntergefahren. Bitte versuchen Sie es gleich noch einmal',
  'too many texts of this store wait to be looked through; try again':
    'Für diesen Shop stehen zu viele Prüfungen aus. Versuchen Sie es noch einmal',
  'texts of this store wait too long to be looked through; try again':
    'Die Prüfung dauert gerade zu lange. Bitte versuchen Sie es noch einmal',
  'texts cannot be looked through while the service stops; try again':
    'Der Dienst wird gerade heruntergefahren. Bitte versuchen Sie es gleich noch einmal',
  'texts cannot be looked through right now; try again':
    'Texte lassen sich gerade nicht prüfen. Bitte versuchen Sie es noch einmal',
  'takes too long to look through for credentials': 'Die Prüfung auf Zugangsdaten dauert zu lange',
  'the stored bytes of this file are damaged': 'Die gespeicherte Datei ist beschädigt',
  'an invitation is needed': 'Dafür brauchen Sie eine Einladung',
  'a store needs an owner: make somebody else one first':
    'Ein Shop braucht mindestens einen Inhaber. Machen Sie zuerst ein anderes Mitglied zum Inhaber',
  'this invitation was sent to another address': 'Diese Einladung gilt für eine andere E-Mail-Adresse',
  'nobody signs in with this address': 'Für diese E-Mail-Adresse gibt es kein Konto',
  'there is a secret of this name already': 'Zugangsdaten mit diesem Namen gibt es bereits',
  'there is a key for this domain already': 'Für diese Domain gibt es bereits einen Schlüssel',
  'other checks of this store are under way: try again soon':
    'Es laufen noch andere Prüfungen. Versuchen Sie es in einigen Sekunden noch einmal',
  'this connection was not begun here, is too old or was used already: begin again':
    'Die Verbindung wurde in einem anderen Browser gestartet, ist abgelaufen oder wurde bereits abgeschlossen. Starten Sie sie neu',
  'the store has no such shop': 'Dieser Shopify-Shop ist nicht verbunden',
  'others keep changing this layout: try again':
    'Dieses Layout wird gerade von anderen geändert. Versuchen Sie es noch einmal',
  'others keep changing this preset: try again':
    'Dieser gemeinsame Abschnitt wird gerade von anderen geändert. Versuchen Sie es noch einmal',
  'in use by what is being saved at this moment; try again':
    'Wird gerade in einem Inhalt verwendet, der gespeichert wird. Versuchen Sie es noch einmal',
  'the sender of this step does not exist any more':
    'Der Absender dieses Workflow-Schritts existiert nicht mehr',
  'the store has no sender': 'Der Shop hat keinen Absender',
  'the file of attachment "{name}" is gone': 'Die Datei für den Anhang „{name}“ existiert nicht mehr',
  'this key does not work any more; create a new one':
    'Dieser Schlüssel ist nicht mehr gültig. Legen Sie einen neuen an',
  'marketing mail goes to at most {max} recipients in a step; there are {count}':
    'Eine Werbe-E-Mail darf pro Workflow-Schritt an höchstens {max} Empfänger gehen. Hier sind es {count}',
  'the server takes mails of at most {size} bytes': 'Der Mailserver nimmt nur E-Mails bis {size} Byte an',
  'the plan of this step does not know this message': 'Diese E-Mail gehört nicht zu diesem Workflow-Schritt',
  'a server refused this address for good': 'vom Mailserver dauerhaft abgelehnt',
  'marketing mail goes to To alone, each with a link of its own':
    'Werbe-E-Mails gehen nur an die Empfänger im Feld „An“, jede mit eigenem Abmeldelink',
  'nobody is left to send to: servers refused every address for good':
    'Keine Empfänger übrig: Alle Adressen wurden von Mailservern dauerhaft abgelehnt',
  'what the step was given is not kept any more': 'Die Werte dieser Ausführung sind nicht mehr gespeichert',
  '{missing} of {all} messages did not surely arrive ({parts}): {error}':
    '{missing} von {all} E-Mails fehlgeschlagen oder unbestätigt ({parts}): {error}',
  '{missing} of {all} messages did not surely arrive ({parts})':
    '{missing} von {all} E-Mails fehlgeschlagen oder unbestätigt ({parts})',
  '{failed} failed, {unknown} unknown': '{failed} fehlgeschlagen, {unknown} unbestätigt',
  '{unknown} unknown': '{unknown} unbestätigt',
  'as asked for': 'wie angefordert',
  'nobody with this address has a second factor':
    'Für diese E-Mail-Adresse ist keine Zwei-Faktor-Anmeldung aktiviert',
  'this passkey asks for no fingerprint, face or PIN':
    'Dieser Passkey ist nicht durch Fingerabdruck, Gesichtserkennung oder PIN geschützt',
  'you are signed in': 'Sie sind bereits angemeldet',
  'the second factor is on; turn it off first':
    'Die Zwei-Faktor-Anmeldung ist aktiviert. Deaktivieren Sie sie zuerst',
  'prove again that it is you': 'Bestätigen Sie, dass Sie es sind',
  'the base language of what was asked for': 'Grundsprache der angeforderten Sprache',
  'another region of what was asked for': 'andere Region der angeforderten Sprache',
  'it could not be done': 'Das hat nicht funktioniert. Bitte versuchen Sie es noch einmal',
  'its process stopped while the call was under way; whether the target acted on it is not known, so it was not repeated':
    'Die Verarbeitung wurde während der Anfrage unterbrochen. Ob der Zielserver sie ausgeführt hat, ist unbestätigt. Sie wurde deshalb nicht wiederholt',
  'its process stopped after the message had begun to leave; whether it arrived is not known':
    'Die Verarbeitung wurde während des Sendens unterbrochen. Ob die E-Mail angekommen ist, ist unbestätigt',
  'attachment "{name}" cannot be sent: {reason}, and a link instead would tell the secret or login in its address; upload the file, or use an address without them':
    'Der Anhang „{name}“ lässt sich nicht senden: {reason}, und ein Link würde die Zugangsdaten in der URL offenlegen. Laden Sie die Datei hoch oder verwenden Sie eine URL ohne Zugangsdaten',
  'captured: it is in the capture mailbox, and nothing was sent':
    'Die E-Mail liegt im Test-Postfach und wurde nicht zugestellt',
  'only what has failed can be done again': 'Nur fehlgeschlagene Ausführungen lassen sich wiederholen',
  'nobody surely did not get it; unknown asks for those of whom nobody can tell':
    'Bei keinem Empfänger ist der Versand nachweislich fehlgeschlagen',
  'there is nobody of whom it is not known': 'Es gibt keine unbestätigten Empfänger',
  'no repository is connected': 'Kein Repository verbunden',
  'it cannot be made': 'Er lässt sich nicht anlegen',
  'sending was put on hold before this finished, for example after a restore from a backup; it may have been sent, so it was not sent again':
    'Der Versand wurde vor dem Abschluss angehalten, zum Beispiel nach dem Einspielen einer Sicherung. Möglicherweise wurde bereits gesendet, deshalb wird nicht erneut gesendet',
  'everything was put on hold before this had ended, as after a restore from a backup; whether it was sent is not known, so it was not sent again':
    'Der Versand wurde vor dem Abschluss angehalten, zum Beispiel nach dem Einspielen einer Sicherung. Möglicherweise wurde bereits gesendet, deshalb wird nicht erneut gesendet',
  'this account is suspended': 'Dieses Konto ist gesperrt',
  'your role is {role}; {needed} is needed':
    'Ihre Rolle in diesem Shop erlaubt das nicht. Bitten Sie einen Inhaber des Shops um Zugriff',
  'not signed in': 'Sie sind nicht angemeldet',
  'Host: not a name of this service, which is at {host}': 'Host: Dieser Dienst ist unter {host} erreichbar',
  'X-Outstep-App: 1 is needed': 'Dieser Aufruf ist nur aus der App erlaubt',
  'send one Authorization header': 'Senden Sie genau einen Authorization-Header',
  'unknown or revoked API key': 'Der API-Schlüssel ist unbekannt oder widerrufen',
  'expired API key': 'Der API-Schlüssel ist abgelaufen',
  'this API key is not allowed from this address':
    'Dieser API-Schlüssel ist von dieser Adresse aus nicht erlaubt',
  'the layout of this step does not exist': 'Das Layout dieses Workflow-Schritts existiert nicht',
  'the HTTP request of this step does not exist': 'Die HTTP-Anfrage dieses Workflow-Schritts existiert nicht',
  'the sender of this step does not exist': 'Der Absender dieses Workflow-Schritts existiert nicht',
  'the files are more than 20 MB together': 'die Dateien sind zusammen größer als 20 MB',
  'the layout requires {paths}': 'Pflichtvariablen fehlen: {paths}',
  'required, or the number of an installation': 'Erforderlich, alternativ die Nummer einer Installation',
  'unknown limit; there are {names}': 'Dieses Limit gibt es nicht. Verfügbar sind: {names}',
  'unknown setting; there are {names}': 'Diese Einstellung gibt es nicht. Verfügbar sind: {names}',
  'unknown toolset "{name}"; there are {names}':
    'Diese Werkzeuggruppe gibt es nicht: „{name}“. Verfügbar sind: {names}',
  'letters, digits and _ only, at most 100, no digit first':
    'Nur Buchstaben, Ziffern und _, höchstens 100 Zeichen, keine Ziffer am Anfang',
  'give one of bodyDesign, code and body': 'Geben Sie entweder bodyDesign, code oder body an',
  'give either fileKey or url': 'Geben Sie entweder fileKey oder url an',
  'give either preset or blocks': 'Geben Sie entweder preset oder blocks an',
  'give either {first} or {second}': 'Geben Sie entweder {first} oder {second} an',
  'given twice': 'Doppelt angegeben',
  'not together with a token': 'Nicht zusammen mit einem Token möglich',
  'not together with variables': 'Nicht zusammen mit Variablen möglich',
  'not a store id': 'Das ist keine Shop-ID',
  'only the operator can connect by an installation':
    'Nur der Betreiber kann über eine Installation verbinden',
  'it does not answer': 'Der Speicherdienst antwortet nicht',
  'the disk does not answer': 'Der Datenträger antwortet nicht',
  'the folder of files (OUTSTEP_FILES) cannot be used: {why}':
    'Auf den Ordner für Dateien (OUTSTEP_FILES) kann nicht zugegriffen werden: {why}',
  'it answers {status}': 'Der Speicherdienst antwortet mit {status}',
  'it answers {status} {word}': 'Der Speicherdienst antwortet mit {status} {word}',
  'the target answered {status}': 'Der Zielserver hat mit {status} geantwortet',
  'the target answered {status} and points to {address}; redirects are not followed':
    'Der Zielserver hat mit {status} geantwortet und leitet auf {address} weiter. Weiterleitungen werden nicht ausgeführt',
  '{host} cannot be resolved: its name server does not answer':
    '{host} wurde nicht gefunden: Der Nameserver antwortet nicht',
  '{host} could not be connected to within {time}': '{host} war innerhalb von {time} nicht erreichbar',
  '{host} did not answer within {time}': '{host} hat innerhalb von {time} nicht geantwortet',
  '{host} closed the connection before its answer was complete':
    '{host} hat die Verbindung beendet, bevor die Antwort vollständig war',
  '{host} answered with headers of more than {size} KB':
    'Die Header in der Antwort von {host} sind größer als {size} KB',
  '{host} answered with something that is not valid HTTP': 'Die Antwort von {host} ist kein gültiges HTTP',
  '{host} answered with something that is not SMTP': 'Die Antwort von {host} ist kein gültiges SMTP',
  'the file is redirected to an address that does not start with https://':
    'Die Datei wird auf eine URL weitergeleitet, die nicht mit https:// beginnt',
  '{host} answered {status} when asked for a file':
    '{host} hat beim Abruf der Datei mit {status} geantwortet',
  '{host} has a file of more than {size} bytes': 'Die Datei auf {host} ist größer als {size} Byte',
  '{host} answered {status}': '{host} hat mit {status} geantwortet',
  '{host} did not finish the TLS handshake within {time}':
    '{host} hat die sichere Verbindung nicht innerhalb von {time} aufgebaut',
  'it answered {status}': 'Antwort {status}',
  'GitHub answered {status}': 'GitHub hat mit {status} geantwortet',
  'GitHub did not answer within {seconds} seconds':
    'GitHub hat innerhalb von {seconds} Sekunden nicht geantwortet',
  "GitHub's answer could not be read": 'Die Antwort von GitHub ist ungültig',
  'our GitHub app may not see {repository}: add it to the installation':
    'Die GitHub-App hat keinen Zugriff auf {repository}. Fügen Sie das Repository der Installation hinzu',
  'this service has no GitHub app: connect with a token':
    'Dieser Dienst hat keine GitHub-App. Verbinden Sie das Repository mit einem Token',
  'the token may not do that in {repository}: it needs {permission}':
    'Der Token hat in {repository} keine ausreichende Berechtigung. Erforderlich ist {permission}',
  'the token may not write to {repository}: it needs {permission}':
    'Der Token hat keinen Schreibzugriff auf {repository}. Erforderlich ist {permission}',
  'that is not the name of a repository': 'Das ist kein gültiger Repository-Name',
  'that is not a commit': 'Das ist kein gültiger Commit',
  'the address for replies': 'die Antwortadresse',
  'the url is longer than {max} characters': 'Die URL ist länger als {max} Zeichen',
  'the url contains control characters': 'Die URL enthält Steuerzeichen',
  'the url does not start with http:// or https:// and a host':
    'Die URL muss mit http:// oder https:// und einem Hostnamen beginnen',
  'the url of a file does not start with https://': 'Die URL der Datei muss mit https:// beginnen',
  'the url is not valid': 'Die URL ist ungültig',
  'the host in the url is ambiguous': 'Der Hostname in der URL ist nicht eindeutig',
  'the credentials in the url are not encoded properly':
    'Die Zugangsdaten in der URL sind nicht richtig kodiert',
  'the address of attachment "{name}" does not start with https://':
    'Die URL des Anhangs „{name}“ beginnt nicht mit https://',
  'the header {name} is given twice': 'Der Header {name} ist doppelt angegeben',
  'must be a name of letters, digits and _': 'Nur Buchstaben, Ziffern und _ sind erlaubt',
  'belongs to another step; each run of a step needs its own':
    'Gehört zu einem anderen Workflow-Schritt. Jede Ausführung eines Schritts braucht eine eigene ID',
  'Origin: only pages of {origin} may call this': 'Dieser Aufruf ist nur von Seiten unter {origin} erlaubt',
  'Origin: only pages of {origin} may call this service':
    'Dieser Dienst darf nur von Seiten unter {origin} aufgerufen werden',
  'the bucket of files (OUTSTEP_FILES) cannot be used: {why}':
    'Auf den Bucket für Dateien (OUTSTEP_FILES) kann nicht zugegriffen werden: {why}',
  '{host} offers no login that works with these credentials':
    '{host} bietet kein Anmeldeverfahren für diese Zugangsdaten an',
  'its certificate is for another name': 'Das Zertifikat gilt für einen anderen Hostnamen',
  'its certificate is not valid for it': 'Das Zertifikat ist für diesen Server nicht gültig',
  'changed since it was read: read it again and repeat the change':
    'Der Inhalt wurde inzwischen geändert. Laden Sie die Seite neu und wiederholen Sie Ihre Änderung',
  'the {budget} budget cannot be counted right now; try again shortly':
    'Das Limit dafür lässt sich gerade nicht prüfen. Bitte versuchen Sie es gleich noch einmal',
  'signing in is not possible right now; try again shortly':
    'Die Anmeldung ist gerade nicht möglich. Bitte versuchen Sie es gleich noch einmal',
  'this passkey is not one of yours': 'Dieser Passkey gehört nicht zu Ihrem Konto',
  'quota used up': 'Das Monatskontingent ist aufgebraucht',
  'required with a user': 'Erforderlich, wenn ein Benutzername angegeben ist',
  'required with a password': 'Erforderlich, wenn ein Passwort angegeben ist',
  'required, or requestId': 'Erforderlich, wenn requestId fehlt',
  'must be addresses or ranges such as 203.0.113.0/24, separated by commas':
    'Geben Sie IP-Adressen oder Bereiche wie 203.0.113.0/24 ein, durch Kommas getrennt',
  'leave out "variables."': 'Geben Sie den Namen ohne „variables.“ am Anfang an',
  'translations: more files than languages': 'translations: mehr Dateien als Sprachen',
  'must not be after to': 'Der Anfang darf nicht nach dem Ende liegen',
  '{host} is or leads to a private or reserved address; an operator can allow it with {setting}':
    '{host} ist eine private oder reservierte Adresse oder führt zu einer solchen. Der Betreiber kann sie mit {setting} erlauben',
  '{name} refused: {answer}': '{name} hat die Anfrage abgelehnt: {answer}',
  'GitHub refused: {answer}': 'GitHub hat die Anfrage abgelehnt: {answer}',
  'its certificate is not from a known authority':
    'Das Zertifikat stammt von keiner vertrauenswürdigen Stelle',
  'unsubscribed before it was sent': 'Hat sich vor dem Senden abgemeldet',
  'mailboxes at {name} are not set up here': 'Postfächer bei {name} sind nicht eingerichtet',
  'mailboxes at {name} are not set up here: ask the operator':
    'Postfächer bei {name} sind nicht eingerichtet. Wenden Sie sich an den Betreiber',
  'takes too long to read': 'Das Einlesen dauert zu lange',
  'must be one line': 'Darf nur eine Zeile lang sein',
  'not one line after rendering': 'Ergibt mit den eingesetzten Werten mehr als eine Zeile',
  'must be a day such as 2026-11-16': 'Geben Sie ein Datum ein, zum Beispiel 2026-11-16',
  'port {port} of {host} belongs to another protocol and is never called':
    'Port {port} von {host} gehört zu einem anderen Protokoll und ist nicht erlaubt',
  'port {port} of {host} belongs to Outstep itself and is never called':
    'Port {port} von {host} gehört zu Outstep selbst und ist nicht erlaubt',
};
