import type { MessageCode } from 'outstep/kernel/messages/catalog.ts';
import type { Texts } from '../en/index.ts';

export const mailboxes: Texts['mailboxes'] = {
  title: 'Postfächer bei Google und Microsoft',
  hint: 'Senden Sie über ein vorhandenes Postfach. Outstep kann darüber senden, aber keine E-Mails darin lesen.',
  names: { google: 'Google', microsoft: 'Microsoft' },
  connect: { google: 'Google verbinden', microsoft: 'Microsoft verbinden' },
  list: 'Verbundene Postfächer',
  none: 'Kein Postfach verbunden.',
  editorsConnect: 'Nur Bearbeiter und Inhaber können Postfächer verbinden.',
  notSetUp: {
    google:
      'Google-Postfächer lassen sich noch nicht verbinden. Bitten Sie den Betreiber dieses Dienstes, sie einzurichten.',
    microsoft:
      'Microsoft-Postfächer lassen sich noch nicht verbinden. Bitten Sie den Betreiber dieses Dienstes, sie einzurichten.',
    both: 'Postfächer lassen sich noch nicht verbinden. Bitten Sie den Betreiber dieses Dienstes, Google und Microsoft einzurichten.',
  },
  since: 'verbunden seit',
  lost: 'Nicht verbunden',
  reconnectHint:
    'Der Zugriff wurde vom Inhaber des Postfachs oder vom Anbieter entzogen. E-Mails über dieses Postfach schlagen fehl, bis Sie es neu verbinden.',
  connectAgain: 'Neu verbinden',
  disconnect: 'Trennen',
  disconnectTitle: (address) => `${address} trennen?`,
  disconnectText:
    'Die Zugangsdaten werden gelöscht. Workflow-Schritte, die dieses Postfach verwenden, schlagen danach fehl. Die Berechtigung im Google- oder Microsoft-Konto bleibt bestehen. Der Inhaber des Kontos kann sie dort entziehen.',
  disconnected: 'Postfach getrennt',
  connecting: 'Postfach wird verbunden …',
  connected: (address) => `${address} verbunden`,
  failed: 'Das Postfach konnte nicht verbunden werden',
  toSenders: 'Zu den Absendern',
};

/** Messages about mailboxes, worded for the person who connects one. */
export const mailboxSentences: Partial<Record<MessageCode, string>> = {
  connection_expired:
    'Der Verbindungsversuch wurde in einem anderen Browser gestartet, ist älter als zehn Minuten oder wurde bereits abgeschlossen. Starten Sie ihn neu.',
  provider_answer_mismatch:
    'Die Antwort von {name} passt nicht zu Ihrer Anfrage. Starten Sie die Verbindung neu.',
  provider_not_set_up_ask:
    'Postfächer bei {name} sind noch nicht eingerichtet. Wenden Sie sich an den Betreiber dieses Dienstes.',
  provider_denied:
    'Das Postfach ist nicht verbunden, weil Sie den Zugriff bei {name} nicht erlaubt haben. Verbinden Sie es noch einmal und erlauben Sie den Zugriff.',
  provider_scope_missing:
    'Die Berechtigung zum Senden war bei {name} nicht ausgewählt. Verbinden Sie das Postfach noch einmal und lassen Sie sie ausgewählt.',
  provider_no_offline_access:
    '{name} hat keinen dauerhaften Zugriff erlaubt. Entfernen Sie Outstep aus den Apps Ihres {name}-Kontos und verbinden Sie das Postfach noch einmal.',
  provider_without_address:
    '{name} hat die Adresse dieses Postfachs nicht übermittelt. Wählen Sie ein anderes Konto.',
  provider_rejects_service:
    '{name} lehnt die Verbindung mit diesem Dienst ab. Bitte informieren Sie den Betreiber.',
};
