import type { access as english } from 'outstep/kernel/messages/access.ts';

/** Rejections, and failures of the service itself. */
export const access: Readonly<Record<keyof typeof english, string>> = {
  not_found: 'Nicht gefunden. Vielleicht wurde der Eintrag gelöscht',
  not_signed_in: 'Sie sind nicht angemeldet. Melden Sie sich an und versuchen Sie es noch einmal',
  request_malformed: 'Die HTTP-Anfrage ist fehlerhaft',
  store_suspended: 'Der Betreiber hat diesen Shop gesperrt: {why}',
  store_not_suspended: 'Der Shop ist nicht gesperrt',
  account_suspended: 'Dieses Konto ist gesperrt. Wenden Sie sich an den Betreiber',
  owner_needed:
    'Ein Shop braucht mindestens einen Inhaber. Machen Sie zuerst ein anderes Mitglied zum Inhaber',
  owner_needed_or_delete:
    'Ein Shop braucht mindestens einen Inhaber. Machen Sie zuerst ein anderes Mitglied zum Inhaber oder löschen Sie {stores}',
  already_a_member: 'Diese Person ist bereits Mitglied',
  too_many_invitations: 'Es sind bereits {count} Einladungen offen. Ziehen Sie zuerst eine zurück',
  invitation_for_another:
    'Diese Einladung gilt für eine andere E-Mail-Adresse. Melden Sie sich mit der eingeladenen Adresse an',
  invitation_needed:
    'Für ein neues Konto brauchen Sie eine Einladung. Fragen Sie einen Inhaber des Shops oder den Betreiber',
  setup_code_wrong:
    'Der Einrichtungscode ist falsch, abgelaufen oder bereits verwendet. Führen Sie auf dem Server outstep setup-code aus, um einen neuen zu erhalten',
  no_account: 'Für diese E-Mail-Adresse gibt es kein Konto',
  no_second_factor: 'Für diese E-Mail-Adresse ist keine Zwei-Faktor-Anmeldung aktiviert',
  internal_error: 'Bei uns ist ein Fehler aufgetreten. Bitte versuchen Sie es noch einmal',
  role_too_low: 'Ihre Rolle in diesem Shop erlaubt das nicht. Bitten Sie einen Inhaber des Shops um Zugriff',
  level_too_low: 'Dieser Schlüssel hat die Berechtigung „{level}“. Erforderlich ist „{needed}“',
  recipient_search_off:
    'Dieser Schlüssel darf nicht nach Empfängern suchen. Ein Inhaber des Shops kann die Empfängersuche für ihn einschalten',
  origin_not_allowed: 'Dieser Aufruf ist nur von Seiten unter {origin} erlaubt',
  origin_not_allowed_here: 'Dieser Dienst darf nur von Seiten unter {origin} aufgerufen werden',
  host_not_ours: 'Host: Unbekannter Hostname. Dieser Dienst ist unter {host} erreichbar',
  app_header_missing: 'Dieser Aufruf ist nur aus der App erlaubt',
  too_many_failed_calls:
    'Von dieser Adresse kamen zu viele Aufrufe ohne gültige Signatur. Versuchen Sie es in {seconds} Sekunden noch einmal',
  over_budget: 'Zu viele Anfragen. Versuchen Sie es in {seconds} Sekunden noch einmal',
  budget_uncountable:
    'Das Limit dafür lässt sich gerade nicht prüfen. Bitte versuchen Sie es gleich noch einmal',
  changed_since_read:
    'Der Inhalt wurde inzwischen geändert. Laden Sie die Seite neu und wiederholen Sie Ihre Änderung',
  more_fields_changed_since_read:
    'Der Inhalt wurde inzwischen geändert ({fields} und {count} weitere). Laden Sie die Seite neu und wiederholen Sie Ihre Änderung',
  fields_changed_since_read:
    'Der Inhalt wurde inzwischen geändert ({fields}). Laden Sie die Seite neu und wiederholen Sie Ihre Änderung',
  saved_since_read:
    'Der Inhalt wurde inzwischen ohne Änderung erneut gespeichert. Laden Sie die Seite neu und wiederholen Sie Ihre Änderung',
  and_more: 'und {count} weitere',
  written_by_newer_release:
    'Der Inhalt wurde mit einer neueren Version von Outstep gespeichert. Bitte versuchen Sie es gleich noch einmal',
  unknown_work:
    'Das lässt sich mit dieser Version von Outstep nicht ausführen. Bitte versuchen Sie es gleich noch einmal',
  on_hold:
    'Zurzeit wird nichts gesendet. Der Dienst wurde aus einer Sicherung wiederhergestellt und muss erst vom Betreiber freigegeben werden',
  database_unreachable:
    'Die Datenbank ist gerade nicht erreichbar. Bitte versuchen Sie es gleich noch einmal',
  database_not_saving:
    'Änderungen lassen sich gerade nicht speichern. Bitte versuchen Sie es gleich noch einmal',
  database_overloaded: 'Die Datenbank ist gerade überlastet. Bitte versuchen Sie es gleich noch einmal',
  database_too_slow: 'Die Datenbank hat zu lange gebraucht. Bitte versuchen Sie es gleich noch einmal',
  store_too_busy_now:
    'Für diesen Shop laufen gerade zu viele Anfragen gleichzeitig. Versuchen Sie es gleich noch einmal',
  sign_in_unavailable: 'Die Anmeldung ist gerade nicht möglich. Bitte versuchen Sie es gleich noch einmal',
  limit_stores:
    'Das Limit von {count} Shops ist erreicht. Löschen Sie einen Shop oder bitten Sie den Betreiber, das Limit zu erhöhen',
  limit_keys:
    'Das Limit von {count} API-Schlüsseln ist erreicht. Widerrufen Sie einen Schlüssel oder bitten Sie den Betreiber, das Limit zu erhöhen',
  limit_secrets:
    'Das Limit von {count} Zugangsdaten ist erreicht. Löschen Sie Zugangsdaten, die nicht mehr gebraucht werden',
  limit_layouts:
    'Das Limit von {count} Layouts ist erreicht. Löschen Sie ein Layout oder bitten Sie den Betreiber, das Limit zu erhöhen',
  limit_drafts:
    'Das Limit von {count} Layout-Entwürfen ist erreicht. Speichern oder verwerfen Sie einen Entwurf oder bitten Sie den Betreiber, das Limit zu erhöhen',
  limit_presets:
    'Das Limit von {count} gemeinsamen Abschnitten ist erreicht. Löschen Sie einen Abschnitt oder bitten Sie den Betreiber, das Limit zu erhöhen',
  limit_http_requests:
    'Das Limit von {count} HTTP-Anfragen ist erreicht. Löschen Sie eine Anfrage oder bitten Sie den Betreiber, das Limit zu erhöhen',
  limit_files:
    'Das Limit von {count} Dateien ist erreicht. Löschen Sie eine Datei oder bitten Sie den Betreiber, das Limit zu erhöhen',
  limit_file_bytes:
    'Die Dateien dieses Shops würden das Limit von {count} MB überschreiten. Löschen Sie Dateien oder bitten Sie den Betreiber, das Limit zu erhöhen',
  limit_people:
    'Das Limit von {count} Mitgliedern und offenen Einladungen ist erreicht. Entfernen Sie ein Mitglied, ziehen Sie eine Einladung zurück oder bitten Sie den Betreiber, das Limit zu erhöhen',
  limit_test_emails:
    'Das Limit von {count} Test-E-Mails pro Stunde ist erreicht. Warten Sie bis zur nächsten Stunde oder bitten Sie den Betreiber, das Limit zu erhöhen',
  limit_reached: 'Das Limit ist erreicht. Bitten Sie den Betreiber, es zu erhöhen',
  quota_for_operator: 'Nur der Betreiber dieses Dienstes kann das Kontingent ändern',
  service_stopping: 'Der Dienst startet gerade neu. Bitte versuchen Sie es gleich noch einmal',
  master_key_unconfirmed:
    'Shops lassen sich nicht anlegen, solange der Dienst seinen Hauptschlüssel nicht bestätigen kann. Versuchen Sie es in einer Minute noch einmal oder wenden Sie sich an den Betreiber',
  store_too_busy:
    'Für diesen Shop laufen gerade zu viele Anfragen gleichzeitig. Versuchen Sie es noch einmal',
  service_busy: 'Der Dienst ist gerade ausgelastet. Bitte versuchen Sie es noch einmal',
  templates_unavailable: 'Layouts lassen sich gerade nicht prüfen. Bitte versuchen Sie es noch einmal',
  templates_queue_full: 'Für diesen Shop stehen zu viele Prüfungen aus. Versuchen Sie es noch einmal',
  templates_too_late: 'Die Prüfung dauert gerade zu lange. Bitte versuchen Sie es noch einmal',
  templates_stopping: 'Der Dienst startet gerade neu. Bitte versuchen Sie es gleich noch einmal',
  masking_queue_full: 'Für diesen Shop stehen zu viele Prüfungen aus. Versuchen Sie es noch einmal',
  masking_too_late: 'Die Prüfung dauert gerade zu lange. Bitte versuchen Sie es noch einmal',
  masking_stopping: 'Der Dienst startet gerade neu. Bitte versuchen Sie es gleich noch einmal',
  masking_unavailable: 'Texte lassen sich gerade nicht prüfen. Bitte versuchen Sie es noch einmal',
  masking_too_slow: 'Die Prüfung auf Zugangsdaten dauert zu lange. Kürzen Sie den Text',
  secret_open_to_hosts:
    'HTTP-Anfragen dürfen diese Zugangsdaten an jeden Host senden. Beschränken Sie sie mit --host oder bestätigen Sie dies mit --host any',
  secret_open_to_emails:
    'E-Mails dürfen diese Zugangsdaten enthalten. Geben Sie --email yes oder --email no an',
  secret_exists: 'Zugangsdaten mit diesem Namen gibt es bereits',
  key_unusable: 'Dieser Schlüssel ist nicht mehr gültig. Legen Sie einen neuen an',
  too_many_attempts: 'Zu viele Versuche. Versuchen Sie es später noch einmal',
  passkey_unverified:
    'Dieser Passkey ist nicht durch Fingerabdruck, Gesichtserkennung oder PIN geschützt. Verwenden Sie einen anderen',
  passkey_not_yours: 'Dieser Passkey gehört nicht zu Ihrem Konto',
  already_signed_in: 'Sie sind bereits angemeldet',
  sign_in_code_wrong: 'Der Code ist falsch, abgelaufen oder wurde bereits verwendet',
  second_factor_on: 'Die Zwei-Faktor-Anmeldung ist aktiviert. Deaktivieren Sie sie zuerst',
  step_up_needed: 'Bestätigen Sie, dass Sie es sind, und versuchen Sie es noch einmal',
  not_done: 'Die Anfrage konnte nicht abgeschlossen werden. Versuchen Sie es noch einmal',
  path_unknown: 'Diesen Pfad gibt es nicht',
  method_not_allowed: 'Diese Methode gibt es für diesen Pfad nicht. Möglich sind: {methods}',
  body_too_large: 'Anfrage: größer als {size} MB',
  body_compressed: 'Anfrage: Komprimierung wird nicht unterstützt. Senden Sie sie ohne Content-Encoding',
  body_not_json: 'Anfrage: kein gültiges JSON',
  body_unreadable: 'Anfrage: nicht lesbar. Senden Sie sie noch einmal',
  body_not_object: 'Anfrage: muss ein Objekt sein',
  body_problem: 'Anfrage: {reason}',
  content_type_not_json: 'Content-Type: muss application/json sein',
  signature_wrong: 'Die Signatur fehlt, ist fehlerhaft, abgelaufen oder falsch',
  shopify_topic_unknown: 'X-Shopify-Topic: unbekanntes Thema',
  idempotency_key_reused:
    'Dieser {key} wurde bereits für einen anderen Aufruf verwendet. Verwenden Sie einen neuen',
  idempotency_key_pending:
    'Ein Aufruf mit diesem {key} läuft noch oder wurde unterbrochen. Prüfen Sie, ob er ausgeführt wurde, bevor Sie einen neuen {key} verwenden',
  unknown_store: 'Diesen Shop gibt es nicht',
  unknown_key: 'Diesen Schlüssel gibt es nicht',
  key_missing: 'Der API-Schlüssel fehlt. Senden Sie Authorization: Bearer <key>',
  key_sent_twice: 'Senden Sie genau einen Authorization-Header',
  key_header_malformed: 'Der API-Schlüssel ist fehlerhaft. Senden Sie Authorization: Bearer <key>',
  key_malformed: 'Der API-Schlüssel ist fehlerhaft. Prüfen Sie, ob Sie ihn vollständig kopiert haben',
  key_unknown:
    'Der API-Schlüssel ist unbekannt oder widerrufen. Prüfen Sie ihn oder legen Sie einen neuen an',
  key_expired: 'Der API-Schlüssel ist abgelaufen. Legen Sie einen neuen an',
  key_not_allowed_here:
    'Dieser API-Schlüssel ist von dieser IP-Adresse aus nicht erlaubt. Bitten Sie einen Inhaber, die Adresse zu erlauben',
  command_refused: '{text}',
};
