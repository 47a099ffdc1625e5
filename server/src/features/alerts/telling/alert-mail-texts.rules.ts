import type { SignalReason } from '../../access/signals/signals.schema.ts';
import type { AlertKind, Closing, Watch } from '../alerts/alerts.schema.ts';
import type { Language } from './choices.schema.ts';

type Said = Pick<Watch, 'source' | 'detail'>;

/** Sentences for a person; what stands in them is a number, a domain, or a name of a secret or variable. */
export interface MailTexts {
  subject: Record<'opened' | 'closed', (kind: string) => string>;
  several(count: number): string;
  kinds: Record<AlertKind, string>;
  reasons: Record<SignalReason, (said: Said) => string>;
  over: Record<Closing, string>;
  counted(count: number, first: string, last: string): string;
  more(count: number): string;
  place: string;
}

const what = ({ source }: Said) => (source === 'EMAIL' ? 'Mails' : 'Calls');
const was = ({ source }: Said) => (source === 'EMAIL' ? 'Mails' : 'HTTP-Anfragen');

const en: MailTexts = {
  subject: {
    opened: (kind) => `Outstep: ${kind}`,
    closed: (kind) => `Outstep: over: ${kind}`,
  },
  several: (count) => `Outstep: ${count} alerts of a store of yours`,
  kinds: {
    failures: 'mails or calls of a store fail',
    sender: 'a sender of a store does not send',
    domain: 'the domain of a sender broke',
    missing_value: 'a secret or variable is missing',
    quota: 'the quota of a store',
    repository: 'a repository refuses versions',
  },
  reasons: {
    answered: ({ detail }) => `Calls of a store of yours fail: the target answers ${detail}.`,
    asked_to_wait: (said) =>
      `${what(said)} of a store of yours fail: the other side keeps asking us to wait.`,
    attachment: () => 'Mails of a store of yours fail: an attachment cannot be fetched.',
    bad_answer: (said) => `${what(said)} of a store of yours fail: the answers cannot be read.`,
    config_gone: (said) =>
      `${what(said)} of a store of yours fail: the layout or HTTP request that a workflow uses does not exist.`,
    content: (said) =>
      `${what(said)} of a store of yours fail: a layout or HTTP request cannot be filled in with what it is given.`,
    dkim: ({ detail }) => `DKIM of ${detail} was right and is not any more. Mail from it may not arrive.`,
    dmarc: ({ detail }) => `DMARC of ${detail} was right and is not any more. Mail from it may not arrive.`,
    forbidden_target: (said) =>
      `${what(said)} of a store of yours fail: they lead to an address that is not allowed.`,
    login_refused: () => 'A sender of a store of yours does not send: its mail server refuses the login.',
    mailbox_lost: () => 'A mailbox of a store of yours does not send: it has to be connected again.',
    many: (said) => `${what(said)} of a store of yours fail for many different reasons.`,
    message_refused: () => 'Mails of a store of yours fail: the mail server refuses them.',
    no_sender: () => 'Mails of a store of yours fail: the store has no sender.',
    other: (said) => `${what(said)} of a store of yours fail.`,
    quota: ({ detail }) =>
      detail === '100'
        ? 'The quota of a store of yours is used up: no more mail is sent this month.'
        : `${detail} % of the quota of a store of yours are used.`,
    recipient_refused: () => 'Mails of a store of yours fail: the mail server refuses their recipients.',
    redirected: ({ detail }) =>
      `Calls of a store of yours fail: the target answers ${detail} and points elsewhere, which is not followed.`,
    repository_refused: () =>
      'The repository of a store of yours refuses versions of layouts: it has to be connected again, or looked at.',
    secret_missing: ({ detail }) => `Steps of a store of yours fail: there is no secret named ${detail}.`,
    sender_gone: () => 'Mails of a store of yours fail: the sender that a workflow names does not exist.',
    sender_refused: () =>
      'A sender of a store of yours does not send: its mail server refuses the sending address.',
    spf: ({ detail }) => `SPF of ${detail} was right and is not any more. Mail from it may not arrive.`,
    tls: (said) => `${what(said)} of a store of yours fail: there is no secure connection.`,
    too_large: (said) => `${what(said)} of a store of yours fail: they are too large.`,
    unknown_outcome: (said) =>
      `${what(said)} of a store of yours left, and it is not known whether they arrived.`,
    unreachable: (said) => `${what(said)} of a store of yours fail: the other side cannot be reached.`,
    variable_missing: ({ detail }) => `Mails of a store of yours fail: a step does not give ${detail}.`,
  },
  over: {
    recovered: 'This is over. It was:',
    quiet: 'This has not happened again for a day. It was:',
    removed: 'What this was about does not exist any more. It was:',
  },
  counted: (count, first, last) => `So far: ${count}. First: ${first}. Last: ${last}.`,
  more: (count) => `And ${count} more.`,
  place: 'What they have in common, and what you are told of:',
};

const de: MailTexts = {
  subject: {
    opened: (kind) => `Outstep: ${kind}`,
    closed: (kind) => `Outstep: vorbei: ${kind}`,
  },
  several: (count) => `Outstep: ${count} Meldungen zu einem Ihrer Shops`,
  kinds: {
    failures: 'Mails oder HTTP-Anfragen eines Shops schlagen fehl',
    sender: 'ein Absender eines Shops sendet nicht',
    domain: 'die Domain eines Absenders ist nicht mehr in Ordnung',
    missing_value: 'ein Geheimnis oder eine Variable fehlt',
    quota: 'das Kontingent eines Shops',
    repository: 'ein Repository nimmt keine Versionen an',
  },
  reasons: {
    answered: ({ detail }) => `HTTP-Anfragen eines Ihrer Shops schlagen fehl: Das Ziel antwortet ${detail}.`,
    asked_to_wait: (said) =>
      `${was(said)} eines Ihrer Shops schlagen fehl: Die Gegenseite bittet immer wieder zu warten.`,
    attachment: () => 'Mails eines Ihrer Shops schlagen fehl: Ein Anhang ist nicht abzurufen.',
    bad_answer: (said) => `${was(said)} eines Ihrer Shops schlagen fehl: Die Antworten sind nicht zu lesen.`,
    config_gone: (said) =>
      `${was(said)} eines Ihrer Shops schlagen fehl: Das Layout oder die HTTP-Anfrage, die ein Workflow verwendet, gibt es nicht.`,
    content: (said) =>
      `${was(said)} eines Ihrer Shops schlagen fehl: Ein Layout oder eine HTTP-Anfrage lässt sich mit dem, was mitgegeben wird, nicht ausfüllen.`,
    dkim: ({ detail }) =>
      `DKIM von ${detail} stimmte und stimmt nicht mehr. Mails von dort kommen womöglich nicht an.`,
    dmarc: ({ detail }) =>
      `DMARC von ${detail} stimmte und stimmt nicht mehr. Mails von dort kommen womöglich nicht an.`,
    forbidden_target: (said) =>
      `${was(said)} eines Ihrer Shops schlagen fehl: Sie führen zu einer Adresse, die nicht erlaubt ist.`,
    login_refused: () =>
      'Ein Absender eines Ihrer Shops sendet nicht: Sein Mailserver lehnt die Anmeldung ab.',
    mailbox_lost: () => 'Ein Postfach eines Ihrer Shops sendet nicht: Es muss neu verbunden werden.',
    many: (said) => `${was(said)} eines Ihrer Shops schlagen aus vielen verschiedenen Gründen fehl.`,
    message_refused: () => 'Mails eines Ihrer Shops schlagen fehl: Der Mailserver lehnt sie ab.',
    no_sender: () => 'Mails eines Ihrer Shops schlagen fehl: Der Shop hat keinen Absender.',
    other: (said) => `${was(said)} eines Ihrer Shops schlagen fehl.`,
    quota: ({ detail }) =>
      detail === '100'
        ? 'Das Kontingent eines Ihrer Shops ist aufgebraucht: Diesen Monat wird keine Mail mehr gesendet.'
        : `${detail} % des Kontingents eines Ihrer Shops sind verbraucht.`,
    recipient_refused: () => 'Mails eines Ihrer Shops schlagen fehl: Der Mailserver lehnt ihre Empfänger ab.',
    redirected: ({ detail }) =>
      `HTTP-Anfragen eines Ihrer Shops schlagen fehl: Das Ziel antwortet ${detail} und verweist anderswohin; dem wird nicht gefolgt.`,
    repository_refused: () =>
      'Das Repository eines Ihrer Shops nimmt keine Versionen von Layouts an: Es muss neu verbunden oder angesehen werden.',
    secret_missing: ({ detail }) =>
      `Schritte eines Ihrer Shops schlagen fehl: Es gibt kein Geheimnis namens ${detail}.`,
    sender_gone: () =>
      'Mails eines Ihrer Shops schlagen fehl: Den Absender, den ein Workflow nennt, gibt es nicht.',
    sender_refused: () =>
      'Ein Absender eines Ihrer Shops sendet nicht: Sein Mailserver lehnt die Absenderadresse ab.',
    spf: ({ detail }) =>
      `SPF von ${detail} stimmte und stimmt nicht mehr. Mails von dort kommen womöglich nicht an.`,
    tls: (said) => `${was(said)} eines Ihrer Shops schlagen fehl: Es gibt keine sichere Verbindung.`,
    too_large: (said) => `${was(said)} eines Ihrer Shops schlagen fehl: Sie sind zu groß.`,
    unknown_outcome: (said) =>
      `${was(said)} eines Ihrer Shops sind hinausgegangen, und es ist nicht bekannt, ob sie ankamen.`,
    unreachable: (said) =>
      `${was(said)} eines Ihrer Shops schlagen fehl: Die Gegenseite ist nicht zu erreichen.`,
    variable_missing: ({ detail }) =>
      `Mails eines Ihrer Shops schlagen fehl: Ein Schritt gibt ${detail} nicht mit.`,
  },
  over: {
    recovered: 'Das ist vorbei. Es war:',
    quiet: 'Das ist seit einem Tag nicht mehr vorgekommen. Es war:',
    removed: 'Worum es ging, gibt es nicht mehr. Es war:',
  },
  counted: (count, first, last) => `Bisher: ${count}. Zuerst: ${first}. Zuletzt: ${last}.`,
  more: (count) => `Und ${count} weitere.`,
  place: 'Was sie gemeinsam haben, und wovon Sie erfahren:',
};

export const mailTexts: Readonly<Record<Language, MailTexts>> = { en, de };
