import type { Texts } from '../en/index.ts';

export const mailboxes: Texts['mailboxes'] = {
  title: 'Postfächer bei Google und Microsoft',
  hint: 'Senden Sie aus einem Postfach, das Sie schon haben. Outstep darf daraus senden und kann nichts darin lesen.',
  names: { google: 'Google', microsoft: 'Microsoft' },
  connect: { google: 'Google verbinden', microsoft: 'Microsoft verbinden' },
  list: 'Verbundene Postfächer',
  none: 'Es ist kein Postfach verbunden.',
  editorsConnect: 'Wer bearbeiten darf, kann eines verbinden.',
  notSetUp: {
    google:
      'Postfächer bei Google lassen sich hier nicht verbinden: Der Betreiber dieses Outstep hat das nicht eingerichtet.',
    microsoft:
      'Postfächer bei Microsoft lassen sich hier nicht verbinden: Der Betreiber dieses Outstep hat das nicht eingerichtet.',
    both: 'Postfächer lassen sich hier noch nicht verbinden: Der Betreiber dieses Outstep muss es zuerst bei Google und Microsoft anmelden.',
  },
  since: 'verbunden seit',
  lost: 'Nicht verbunden',
  reconnectHint:
    'Der Inhaber oder der Anbieter lässt uns nicht mehr senden. E-Mails aus diesem Postfach schlagen fehl, bis es neu verbunden ist.',
  connectAgain: 'Neu verbinden',
  disconnect: 'Trennen',
  disconnectTitle: (address) => `${address} trennen?`,
  disconnectText:
    'Die Anmeldung wird vergessen. Workflow-Schritte, die dieses Postfach nennen, schlagen ab jetzt fehl. Die Erlaubnis bleibt im Konto des Inhabers, der sie dort entziehen kann.',
  disconnected: 'Das Postfach ist getrennt',
  connecting: 'Das Postfach wird verbunden …',
  connected: (address) => `${address} ist verbunden`,
  failed: 'Das Postfach wurde nicht verbunden',
  toSenders: 'Zu den Absendern',
};

const begun = 'this connection was not begun here, is too old or was used already: begin again';

export const mailboxSentences: Record<string, string> = {
  [begun]:
    'Diese Verbindung wurde nicht in diesem Browser begonnen, ist älter als zehn Minuten oder wurde schon benutzt. Beginnen Sie noch einmal.',
  ...Object.fromEntries(
    ['Google', 'Microsoft'].flatMap((name) => [
      [
        `mailboxes at ${name} are not set up here: ask the operator`,
        `Der Betreiber dieses Outstep hat Postfächer bei ${name} nicht eingerichtet.`,
      ],
      [
        `you did not allow ${name} to let us send`,
        `Sie haben die Erlaubnis bei ${name} nicht erteilt. Es wurde nichts verbunden.`,
      ],
      [
        `the permission to send was not given at ${name}`,
        `Die Erlaubnis zum Senden war bei ${name} nicht angekreuzt. Verbinden Sie noch einmal und lassen Sie sie angekreuzt.`,
      ],
      [
        `what ${name} answered does not belong to what was begun: begin again`,
        `Was ${name} geantwortet hat, gehört nicht zu dem, was Sie begonnen haben. Beginnen Sie noch einmal.`,
      ],
      [
        `${name} did not let us stay connected`,
        `${name} lässt uns nicht verbunden bleiben. Entfernen Sie Outstep aus den Apps Ihres Kontos bei ${name} und verbinden Sie noch einmal.`,
      ],
      [
        `${name} does not say which address this mailbox has`,
        `${name} nennt die Adresse dieses Postfachs nicht. Wählen Sie ein anderes Konto.`,
      ],
      [
        `${name} does not accept this service; its operator has to look at it`,
        `${name} akzeptiert dieses Outstep nicht. Bitte sagen Sie es dem Betreiber.`,
      ],
    ]),
  ),
};
