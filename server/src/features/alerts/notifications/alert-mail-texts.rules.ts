import type { SignalReason } from '../../access/signals/signals.schema.ts';
import type { AlertKind, ClosingReason, WatchedCause } from '../alerts/alerts.schema.ts';
import type { NotificationLanguage } from './choices.schema.ts';

type AlertSubject = Pick<WatchedCause, 'source' | 'detail'>;

/** Sentences for a person. They contain only numbers, domains, and names of secrets or variables. */
export interface AlertMailTexts {
  subject: Record<'opened' | 'closed', (kind: string) => string>;
  several(count: number): string;
  kinds: Record<AlertKind, string>;
  reasons: Record<SignalReason, (said: AlertSubject) => string>;
  over: Record<ClosingReason, string>;
  counted(count: number, first: string, last: string): string;
  more(count: number): string;
  place: string;
}

const what = ({ source }: AlertSubject) => (source === 'EMAIL' ? 'Emails' : 'HTTP requests');
const was = ({ source }: AlertSubject) => (source === 'EMAIL' ? 'E-Mails' : 'HTTP-Anfragen');

const en: AlertMailTexts = {
  subject: {
    opened: (kind) => `Outstep: ${kind}`,
    closed: (kind) => `[Resolved] Outstep: ${kind}`,
  },
  several: (count) => `Outstep: ${count} alerts in one of your stores`,
  kinds: {
    failures: 'emails or HTTP requests are failing',
    sender: 'a sender has stopped working',
    domain: 'a sender domain has a problem',
    missing_value: 'a secret or variable is missing',
    quota: 'high quota usage in a store',
    repository: 'layout changes cannot be committed',
  },
  reasons: {
    answered: ({ detail }) =>
      `HTTP requests in one of your stores are failing: the server responds with ${detail}.`,
    asked_to_wait: (said) =>
      `${what(said)} in one of your stores are failing: the server is rate limiting us.`,
    attachment: () => 'Emails in one of your stores are failing: an attachment cannot be downloaded.',
    bad_answer: (said) =>
      `${what(said)} in one of your stores are failing: the response of the server is not valid.`,
    config_gone: (said) =>
      `${what(said)} in one of your stores are failing: a workflow uses a layout or HTTP request that does not exist.`,
    content: (said) =>
      `${what(said)} in one of your stores are failing: a layout or HTTP request cannot be rendered with the data it gets.`,
    dkim: ({ detail }) =>
      `DKIM has stopped working for ${detail}. Emails from this domain may not arrive. Check its DNS records.`,
    dmarc: ({ detail }) =>
      `DMARC has stopped working for ${detail}. Emails from this domain may not arrive. Check its DNS records.`,
    forbidden_target: (said) =>
      `${what(said)} in one of your stores are failing: their target address is not allowed.`,
    login_refused: () =>
      'A sender in one of your stores has stopped working: the mail server rejects the login.',
    mailbox_lost: () => 'A mailbox in one of your stores has stopped working. Reconnect it.',
    many: (said) => `${what(said)} in one of your stores are failing for several reasons.`,
    message_refused: () => 'Emails in one of your stores are failing: the mail server rejects them.',
    no_sender: () => 'Emails in one of your stores are failing: the store has no sender. Add one.',
    other: (said) => `${what(said)} in one of your stores are failing.`,
    quota: ({ detail }) =>
      detail === '100'
        ? 'One of your stores has used its entire quota. It cannot send more emails this month.'
        : `One of your stores has used ${detail}% of its quota.`,
    recipient_refused: () =>
      'Emails in one of your stores are failing: the mail server rejects the recipients.',
    redirected: ({ detail }) =>
      `HTTP requests in one of your stores are failing: the server redirects with ${detail}, and redirects are not followed.`,
    repository_refused: () =>
      'Layout changes in one of your stores cannot be committed. Check the repository, or reconnect it.',
    secret_missing: ({ detail }) =>
      `Workflow steps in one of your stores are failing: the secret ${detail} does not exist.`,
    sender_gone: () =>
      'Emails in one of your stores are failing: a workflow uses a sender that does not exist.',
    sender_refused: () =>
      'A sender in one of your stores has stopped working: the mail server rejects the from address.',
    spf: ({ detail }) =>
      `SPF has stopped working for ${detail}. Emails from this domain may not arrive. Check its DNS records.`,
    tls: (said) => `${what(said)} in one of your stores are failing: there is no secure connection.`,
    too_large: (said) => `${what(said)} in one of your stores are failing: they are too large.`,
    unknown_outcome: (said) =>
      `${what(said)} in one of your stores are unconfirmed: the server may have received them.`,
    unreachable: (said) => `${what(said)} in one of your stores are failing: the server cannot be reached.`,
    variable_missing: ({ detail }) =>
      `Emails in one of your stores are failing: a workflow step does not send ${detail}.`,
  },
  over: {
    recovered: 'Resolved. The problem was:',
    quiet: 'This has not happened again for a day. The problem was:',
    removed: 'The affected item no longer exists. The problem was:',
  },
  counted: (count, first, last) => `Runs so far: ${count}. First: ${first}. Last: ${last}.`,
  more: (count) => `And ${count} more.`,
  place: 'View details and change your notifications:',
};

const de: AlertMailTexts = {
  subject: {
    opened: (kind) => `Outstep: ${kind}`,
    closed: (kind) => `Outstep: Behoben: ${kind}`,
  },
  several: (count) => `Outstep: ${count} Meldungen zu einem Ihrer Shops`,
  kinds: {
    failures: 'E-Mails oder HTTP-Anfragen schlagen fehl',
    sender: 'Ein Absender kann nicht senden',
    domain: 'DNS-Einträge einer Absenderdomain sind nicht mehr in Ordnung',
    missing_value: 'Zugangsdaten oder eine Variable fehlen',
    quota: 'Hoher Kontingentverbrauch in einem Shop',
    repository: 'Ein Repository nimmt keine Versionen an',
  },
  reasons: {
    answered: ({ detail }) =>
      `HTTP-Anfragen eines Ihrer Shops schlagen fehl: Der Zielserver antwortet mit ${detail}.`,
    asked_to_wait: (said) =>
      `${was(said)} eines Ihrer Shops schlagen fehl: Der Zielserver nimmt sie vorübergehend nicht an.`,
    attachment: () => 'E-Mails eines Ihrer Shops schlagen fehl: Ein Anhang lässt sich nicht abrufen.',
    bad_answer: (said) =>
      `${was(said)} eines Ihrer Shops schlagen fehl: Der Zielserver antwortet fehlerhaft.`,
    config_gone: (said) =>
      `${was(said)} eines Ihrer Shops schlagen fehl: Das im Workflow verwendete Layout oder die HTTP-Anfrage existiert nicht.`,
    content: (said) =>
      `${was(said)} eines Ihrer Shops schlagen fehl: Der Inhalt lässt sich mit den übergebenen Werten nicht erzeugen.`,
    dkim: ({ detail }) =>
      `DKIM von ${detail} ist nicht mehr in Ordnung. E-Mails von dieser Domain kommen möglicherweise nicht an. Prüfen Sie die DNS-Einträge.`,
    dmarc: ({ detail }) =>
      `DMARC von ${detail} ist nicht mehr in Ordnung. E-Mails von dieser Domain kommen möglicherweise nicht an. Prüfen Sie die DNS-Einträge.`,
    forbidden_target: (said) =>
      `${was(said)} eines Ihrer Shops schlagen fehl: Die Zieladresse ist nicht erlaubt.`,
    login_refused: () =>
      'Ein Absender eines Ihrer Shops kann nicht senden: Der Mailserver lehnt die Zugangsdaten ab.',
    mailbox_lost: () => 'Ein Postfach eines Ihrer Shops kann nicht mehr senden. Verbinden Sie es neu.',
    many: (said) => `${was(said)} eines Ihrer Shops schlagen aus verschiedenen Gründen fehl.`,
    message_refused: () => 'E-Mails eines Ihrer Shops schlagen fehl: Der Mailserver lehnt sie ab.',
    no_sender: () =>
      'E-Mails eines Ihrer Shops schlagen fehl: Der Shop hat keinen Absender. Fügen Sie einen hinzu.',
    other: (said) => `${was(said)} eines Ihrer Shops schlagen fehl.`,
    quota: ({ detail }) =>
      detail === '100'
        ? 'Das Kontingent eines Ihrer Shops ist aufgebraucht. Diesen Monat werden keine E-Mails mehr gesendet.'
        : `${detail} % des Kontingents eines Ihrer Shops sind verbraucht.`,
    recipient_refused: () =>
      'E-Mails eines Ihrer Shops schlagen fehl: Der Mailserver lehnt die Empfänger ab.',
    redirected: ({ detail }) =>
      `HTTP-Anfragen eines Ihrer Shops schlagen fehl: Der Zielserver antwortet mit einer Weiterleitung (${detail}). Weiterleitungen werden nicht ausgeführt.`,
    repository_refused: () =>
      'Das Repository eines Ihrer Shops nimmt keine Layout-Versionen an. Prüfen Sie es oder verbinden Sie es neu.',
    secret_missing: ({ detail }) =>
      `Workflow-Schritte eines Ihrer Shops schlagen fehl: Die Zugangsdaten ${detail} fehlen.`,
    sender_gone: () =>
      'E-Mails eines Ihrer Shops schlagen fehl: Der im Workflow angegebene Absender existiert nicht.',
    sender_refused: () =>
      'Ein Absender eines Ihrer Shops kann nicht senden: Der Mailserver lehnt die Absenderadresse ab.',
    spf: ({ detail }) =>
      `SPF von ${detail} ist nicht mehr in Ordnung. E-Mails von dieser Domain kommen möglicherweise nicht an. Prüfen Sie die DNS-Einträge.`,
    tls: (said) => `${was(said)} eines Ihrer Shops schlagen fehl: Keine sichere Verbindung möglich.`,
    too_large: (said) => `${was(said)} eines Ihrer Shops schlagen fehl, weil sie zu groß sind.`,
    unknown_outcome: (said) =>
      `${was(said)} eines Ihrer Shops sind unbestätigt: Der Zielserver hat sie vielleicht erhalten.`,
    unreachable: (said) =>
      `${was(said)} eines Ihrer Shops schlagen fehl: Der Zielserver ist nicht erreichbar.`,
    variable_missing: ({ detail }) =>
      `E-Mails eines Ihrer Shops schlagen fehl: Ein Workflow-Schritt übergibt ${detail} nicht.`,
  },
  over: {
    recovered: 'Dieses Problem ist behoben:',
    quiet: 'Dieses Problem ist seit einem Tag nicht mehr aufgetreten:',
    removed: 'Diese Meldung ist erledigt, weil der betroffene Eintrag gelöscht wurde:',
  },
  counted: (count, first, last) => `Ausführungen: ${count}. Erste: ${first}. Letzte: ${last}.`,
  more: (count) => `Und ${count} weitere.`,
  place: 'Details und Ihre Benachrichtigungen:',
};

export const mailTexts: Readonly<Record<NotificationLanguage, AlertMailTexts>> = { en, de };
