/** What is said of other people's servers: targets of requests, mail servers, mailboxes, GitHub. */
export const targets: Record<string, string> = {
  'the target answered {status}': 'Das Ziel hat mit {status} geantwortet',
  'the target answered {status} and points to {address}; redirects are not followed':
    'Das Ziel hat mit {status} geantwortet und verweist auf {address}; Weiterleitungen wird nicht gefolgt',
  '{error} (history entry {id})': '{error}',
  '{host} cannot be resolved: there is no such name': '{host} ist nicht zu finden: Den Namen gibt es nicht',
  '{host} cannot be resolved: its name server does not answer':
    '{host} ist nicht zu finden: Sein Nameserver antwortet nicht',
  '{host} cannot be resolved': '{host} ist nicht zu finden',
  '{host} closed the connection at once': '{host} hat die Verbindung sofort geschlossen',
  '{host} refuses connections on port {port}': '{host} nimmt an Port {port} keine Verbindungen an',
  '{host} could not be connected to within {time}': '{host} war innerhalb von {time} nicht zu erreichen',
  '{host} cannot be reached on port {port}': '{host} ist an Port {port} nicht zu erreichen',
  '{host} did not answer within {time}': '{host} hat innerhalb von {time} nicht geantwortet',
  '{host} announced an answer {count} times and sent none':
    '{host} hat {count}-mal eine Antwort angekündigt und keine geschickt',
  '{host} closed the connection before its answer was complete':
    '{host} hat die Verbindung geschlossen, bevor die Antwort vollständig war',
  '{host} answered with headers of more than {size} KB':
    '{host} hat mit Headern von mehr als {size} KB geantwortet',
  '{host} answered with something that is not valid HTTP':
    'Was {host} geantwortet hat, ist kein gültiges HTTP',
  '{host} answered with something that is not SMTP': 'Was {host} geantwortet hat, ist kein SMTP',
  '{host} redirects more than {max} times': '{host} leitet mehr als {max}-mal weiter',
  '{host} answered {status} without an address to go on to':
    '{host} hat mit {status} geantwortet, ohne eine Adresse zu nennen',
  'the file is redirected to an address that does not start with https://':
    'Die Datei wird an eine Adresse weitergeleitet, die nicht mit https:// beginnt',
  '{host} answered {status} when asked for a file':
    '{host} hat auf die Bitte um eine Datei mit {status} geantwortet',
  '{host} redirects more than {count} times': '{host} leitet mehr als {count}-mal weiter',
  '{host} has a file of more than {size} bytes': 'Die Datei bei {host} hat mehr als {size} Bytes',
  '{host} answered {status}': '{host} hat mit {status} geantwortet',
  '{host} answered with a body that does not unpack': 'Die Antwort von {host} lässt sich nicht entpacken',
  '{host} answered with a body that is packed several times': 'Die Antwort von {host} ist mehrfach gepackt',
  '{host} answered with a body that is packed in an unknown way':
    'Die Antwort von {host} ist auf unbekannte Weise gepackt',
  '{host} is or leads to a private or reserved address; an operator can allow it with {setting}':
    '{host} ist oder führt zu einer privaten oder reservierten Adresse; der Betreiber kann sie mit {setting} erlauben',
  '{host} is a local name; an operator can allow it with {setting}':
    '{host} ist ein lokaler Name; der Betreiber kann ihn mit {setting} erlauben',
  '{host} is this service itself; an operator can allow it with {setting}':
    '{host} ist dieser Dienst selbst; der Betreiber kann ihn mit {setting} erlauben',
  'port {port} of {host} belongs to another protocol and is never called':
    'Port {port} von {host} gehört zu einem anderen Protokoll und wird nie aufgerufen',
  '{host} did not finish the TLS handshake within {time}':
    '{host} hat die gesicherte Verbindung innerhalb von {time} nicht aufgebaut',
  'no secure connection to {host}: {reason}': 'Keine gesicherte Verbindung zu {host}: {reason}',
  'its certificate has expired': 'Sein Zertifikat ist abgelaufen',
  'its certificate is not valid yet': 'Sein Zertifikat gilt noch nicht',
  'its certificate is for another name': 'Sein Zertifikat ist für einen anderen Namen',
  'its certificate is not from a known authority': 'Sein Zertifikat stammt von keiner bekannten Stelle',
  'its certificate is not valid for it': 'Sein Zertifikat gilt nicht für ihn',
  'the TLS handshake failed': 'Der Aufbau der gesicherten Verbindung ist gescheitert',
  'the url is longer than {max} characters': 'Die Adresse ist länger als {max} Zeichen',
  'the url contains control characters': 'Die Adresse enthält Steuerzeichen',
  'the url does not start with http:// or https:// and a host':
    'Die Adresse beginnt nicht mit http:// oder https:// und einem Host',
  'the url of a file does not start with https://': 'Die Adresse einer Datei beginnt nicht mit https://',
  'the url is not valid': 'Die Adresse ist nicht gültig',
  'the host is not valid': 'Der Host ist nicht gültig',
  'the host in the url is ambiguous': 'Der Host in der Adresse ist nicht eindeutig',
  'the credentials in the url are not encoded properly':
    'Die Zugangsdaten in der Adresse sind nicht richtig kodiert',
  'the name of a header is not valid': 'Der Name eines Headers ist nicht gültig',
  'the header {name} cannot be set': 'Der Header {name} lässt sich nicht setzen',
  'the header {name} is not one line': 'Der Header {name} ist nicht eine Zeile',
  'the header {name} is given twice': 'Der Header {name} ist doppelt angegeben',
  '{host} refused {what}: {answer}': '{host} hat {what} abgelehnt: {answer}',
  'the message': 'die Nachricht',
  'the login': 'die Anmeldung',
  'a secure connection': 'eine gesicherte Verbindung',
  'the sender': 'den Absender',
  'the recipient': 'den Empfänger',
  'the connection': 'die Verbindung',
  '{host} took the message and did not say what became of it':
    '{host} hat die Nachricht genommen und nicht gesagt, was daraus wurde',
  '{host} was given the message and did not say what became of it':
    '{host} hat die Nachricht bekommen und nicht gesagt, was daraus wurde',
  '{host} did not take the message within {seconds} s':
    '{host} hat die Nachricht innerhalb von {seconds} s nicht genommen',
  '{host} does not speak TLS on this port': '{host} spricht an diesem Port kein TLS',
  '{host} offers no login that works with these credentials':
    '{host} bietet keine Anmeldung, die mit diesen Zugangsdaten funktioniert',
  '{host} closed the connection before it took the message':
    '{host} hat die Verbindung geschlossen, bevor er die Nachricht genommen hat',
  '{name} asks us to wait': '{name} bittet uns zu warten',
  '{name} refused the message: {answer}': '{name} hat die Nachricht abgelehnt: {answer}',
  '{name} refused: {answer}': '{name} hat abgelehnt: {answer}',
  '{name} gave no answer that can be used': '{name} hat nichts Brauchbares geantwortet',
  '{name} does not say which address this mailbox has': '{name} nennt die Adresse dieses Postfachs nicht',
  '{name} did not let us stay connected': '{name} lässt uns nicht verbunden bleiben',
  '{name} does not accept this service; its operator has to look at it':
    '{name} akzeptiert dieses Outstep nicht; bitte sagen Sie es dem Betreiber',
  '{name} does not let us send from this mailbox any more':
    '{name} lässt uns aus diesem Postfach nicht mehr senden',
  'the permission to send was not given at {name}': 'Die Erlaubnis zum Senden wurde bei {name} nicht erteilt',
  'you did not allow {name} to let us send': 'Sie haben die Erlaubnis bei {name} nicht erteilt',
  'what {name} answered does not belong to what was begun: begin again':
    'Was {name} geantwortet hat, gehört nicht zu dem, was Sie begonnen haben. Beginnen Sie noch einmal',
  'mailboxes at {name} are not set up here': 'Postfächer bei {name} sind hier nicht eingerichtet',
  'mailboxes at {name} are not set up here: ask the operator':
    'Postfächer bei {name} sind hier nicht eingerichtet; fragen Sie den Betreiber',
  'the message was called off before it left': 'Die Nachricht wurde abgebrochen, bevor sie hinausging',
  'the provider took too long to let us in': 'Der Anbieter hat uns zu lange warten lassen',
  'the provider does not let us send from this mailbox: connect it again on the Senders page':
    'Der Anbieter lässt uns aus diesem Postfach nicht senden. Verbinden Sie es auf der Seite „Absender“ neu',
  '{error}: connect it again on the Senders page': '{error}. Verbinden Sie es auf der Seite „Absender“ neu',
  'the login of this mailbox is being renewed': 'Die Anmeldung dieses Postfachs wird gerade erneuert',
  'GitHub refused the token': 'GitHub hat das Token abgelehnt',
  'GitHub answered {status}': 'GitHub hat mit {status} geantwortet',
  'GitHub asks us to wait': 'GitHub bittet uns zu warten',
  'GitHub refused: {answer}': 'GitHub hat abgelehnt: {answer}',
  "GitHub did not take our app's token": 'GitHub hat das Token unserer App nicht angenommen',
  'GitHub did not answer within {seconds} seconds':
    'GitHub hat innerhalb von {seconds} Sekunden nicht geantwortet',
  'GitHub could not be reached, or its answer broke off':
    'GitHub war nicht zu erreichen, oder die Antwort brach ab',
  "GitHub's answer could not be read": 'Die Antwort von GitHub ließ sich nicht lesen',
  'the token may not do that in {repository}: it needs {permission}':
    'Das Token darf das in {repository} nicht: Es braucht {permission}',
  '{repository} cannot be found: it is not there, or the token may not see it':
    '{repository} ist nicht zu finden: Es existiert nicht, oder das Token darf es nicht sehen',
  '{repository} is empty: it needs a first commit': '{repository} ist leer: Es braucht einen ersten Commit',
  '{repository} has been renamed or moved: connect it again':
    '{repository} wurde umbenannt oder verschoben. Verbinden Sie es neu',
};
