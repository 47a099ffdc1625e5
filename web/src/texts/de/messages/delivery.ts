import type { delivery as english } from 'outstep/kernel/messages/delivery.ts';

/** Outcomes of steps and their emails. */
export const delivery: Readonly<Record<keyof typeof english, string>> = {
  layout_of_step_gone:
    'Das Layout dieses Workflow-Schritts existiert nicht. Wählen Sie im Workflow ein anderes aus',
  http_request_of_step_gone:
    'Die HTTP-Anfrage dieses Workflow-Schritts existiert nicht. Wählen Sie im Workflow eine andere aus',
  sender_of_step_gone:
    'Der Absender dieses Workflow-Schritts existiert nicht. Wählen Sie im Workflow einen anderen aus',
  sender_of_step_deleted:
    'Der Absender dieses Workflow-Schritts existiert nicht mehr. Wählen Sie im Workflow einen anderen aus',
  no_sender: 'Der Shop hat keinen Absender. Fügen Sie auf der Seite „Absender“ einen hinzu',
  attachment_gone:
    'Die Datei für den Anhang „{name}“ existiert nicht mehr. Wählen Sie im Layout eine andere aus',
  attachment_not_https: 'Die URL des Anhangs „{name}“ beginnt nicht mit https://',
  attachment_not_fetched: 'Der Anhang „{name}“ ließ sich nicht abrufen: {error}',
  attachment_not_linked:
    'Der Anhang „{name}“ lässt sich nicht senden: {reason}, und ein Link würde die Zugangsdaten in der URL offenlegen. Laden Sie die Datei hoch oder verwenden Sie eine URL ohne Zugangsdaten',
  some_attachment_not_linked:
    'Ein Anhang lässt sich nicht senden: {reason}, und ein Link würde die Zugangsdaten in der URL offenlegen. Laden Sie die Datei hoch oder verwenden Sie eine URL ohne Zugangsdaten',
  files_too_large_together: 'die Anhänge sind zusammen größer als 20 MB',
  too_many_marketing_recipients:
    'Eine Werbe-E-Mail darf pro Workflow-Schritt an höchstens {max} Empfänger gehen. Hier sind es {count}',
  email_too_large: 'Die E-Mail ist zu groß. Der Mailserver nimmt höchstens {size} Byte an',
  not_of_this_step: 'Diese E-Mail gehört nicht zu diesem Workflow-Schritt',
  unsubscribed_meanwhile: 'Hat sich vor dem Senden abgemeldet',
  unsubscribed: 'abgemeldet',
  address_suppressed: 'vom Mailserver dauerhaft abgelehnt',
  left_out_of_marketing:
    'Werbe-E-Mails gehen nur an die Empfänger im Feld „An“, jede mit eigenem Abmeldelink',
  nobody_left: 'Keine Empfänger übrig: Alle Adressen wurden von Mailservern dauerhaft abgelehnt',
  variables_missing: 'Pflichtvariablen fehlen: {paths}',
  subject_empty: 'Mit den Variablen dieses Workflow-Schritts ist der Betreff leer',
  input_gone: 'Die Werte dieser Ausführung sind nicht mehr gespeichert',
  quota_used_up: 'Das Monatskontingent ist aufgebraucht. Bitten Sie den Betreiber, es zu erhöhen',
  emails_failed: '{missing} von {all} E-Mails fehlgeschlagen oder unbestätigt ({counts}): {error}',
  emails_failed_plain: '{missing} von {all} E-Mails fehlgeschlagen oder unbestätigt ({counts})',
  counts_failed_unknown: '{failed} fehlgeschlagen, {unknown} unbestätigt',
  counts_failed: '{failed} fehlgeschlagen',
  counts_unknown: '{unknown} unbestätigt',
  retry_later: 'Versuch {attempt}: {error}. Nächster Versuch in {seconds} s',
  retry_of: '{subject}, Versuch {attempt}: {error}. Nächster Versuch in {seconds} s',
  told_of: '{subject}: {error}',
  language_incomplete:
    '{locale} enthält noch nicht übersetzte Texte, und das Layout sendet nur vollständige Sprachen',
  language_chosen: '{locale}, {why}',
  step_language_missing: 'Das Layout hat keine Übersetzung für „{asked}“. Sprache der E-Mail: {locale}',
  step_language_incomplete:
    '{incomplete} enthält noch nicht übersetzte Texte, und das Layout sendet nur vollständige Sprachen. Sprache der E-Mail: {locale}',
  step_variable_empty: '{path} war leer (verwendet in {fields})',
  language_chosen_for: '{locale}, {why} ({asked})',
  language_as_asked: 'wie angefordert',
  language_base: 'Grundsprache der angeforderten Sprache',
  language_other_region: 'andere Region der angeforderten Sprache',
  language_main: 'Hauptsprache des Layouts',
  stopped_during_call:
    'Die Verarbeitung wurde während der Anfrage unterbrochen. Der Zielserver hat sie vielleicht erhalten, deshalb wurde sie nicht wiederholt',
  stopped_during_sending:
    'Die Verarbeitung wurde während des Sendens unterbrochen. Der Server hat die E-Mail vielleicht erhalten',
  captured: 'Die E-Mail liegt im Test-Postfach und wurde nicht zugestellt',
  only_failed_replay: 'Nur fehlgeschlagene Ausführungen lassen sich wiederholen',
  nobody_failed: 'Bei keinem Empfänger ist der Versand nachweislich fehlgeschlagen',
  nobody_unknown: 'Es gibt keine unbestätigten Empfänger',
  connection_expired:
    'Der Verbindungsversuch wurde in einem anderen Browser gestartet, ist abgelaufen oder wurde bereits abgeschlossen. Starten Sie ihn neu',
};
