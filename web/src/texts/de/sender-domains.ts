import type { senderDomains as english } from '../en/sender-domains.ts';

export const senderDomains: typeof english = {
  title: (domain) => `DNS von ${domain}`,
  untitled: 'DNS der Domain',
  lead: (address, host) =>
    `Ob Empfänger E-Mails von ${address} vertrauen, die über ${host} verschickt werden.`,
  again: 'Erneut prüfen',
  asking: 'Die Nameserver werden gefragt. Das dauert ein paar Sekunden.',
  states: { right: 'In Ordnung', wrong: 'Zu beheben', missing: 'Fehlt', unknown: 'Nicht feststellbar' },
  allRight: 'Alles ist, wie es sein soll',
  allRightText: 'Empfänger erkennen, dass diese E-Mails von Ihnen kommen.',
  found: (name) => `Das steht im DNS unter ${name}:`,
  put: 'Tragen Sie dies im DNS ein, dort, wo Ihre Domain verwaltet wird:',
  putInstead: 'Tragen Sie dies im DNS anstelle des vorhandenen Eintrags ein:',
  type: 'Typ',
  name: 'Name',
  nameHint:
    'Manche Domainverwaltungen verlangen nur, was vor Ihrer Domain steht, oder @ für die Domain selbst.',
  value: 'Wert',
  makeKey: 'Schlüssel erzeugen',
  keyMade: 'Der Schlüssel ist erzeugt. Tragen Sie nun seinen Eintrag im DNS ein.',
  spf: {
    title: 'SPF: Wer für Ihre Domain senden darf',
    hint: 'Eine Liste der Server, von denen E-Mails Ihrer Domain kommen dürfen.',
    advice:
      'Eine Domain hat genau einen Eintrag, der mit v=spf1 beginnt, nie zwei. Nennt Ihr Anbieter einen eigenen Eintrag (include:…), nehmen Sie diesen: Große Anbieter senden von anderen Adressen als der, an die E-Mails übergeben werden.',
    findings: {
      no_record: (host) => `Ihre Domain sagt nicht, dass ${host} für sie senden darf.`,
      several_records: (count) =>
        /^\d+$/.test(count)
          ? `Es gibt ${count} Einträge, die mit v=spf1 beginnen. Empfänger beachten dann keinen davon: Fassen Sie sie zu einem zusammen.`
          : `Unter ${count}, das Ihr Eintrag einbezieht, gibt es mehrere Einträge. Empfänger beachten keinen davon.`,
      unreadable: (term) => `Empfänger können „${term}“ nicht lesen und übergehen den ganzen Eintrag.`,
      too_long: (domain) => `Der Eintrag von ${domain} ist viel länger, als Empfänger lesen.`,
      include_without_record: (domain) =>
        `Der Eintrag bezieht ${domain} ein, dort gibt es aber keinen SPF-Eintrag. Empfänger übergehen deshalb alles: Nehmen Sie ihn heraus.`,
      loop: (way) => `Der Eintrag führt zu sich selbst zurück: ${way}.`,
      too_many_lookups: (term) =>
        `Der Eintrag braucht mehr als zehn Abfragen, ab „${term}“, Einbezogenes mitgezählt. Empfänger hören nach zehn auf. Nehmen Sie heraus, was Sie nicht mehr nutzen, oder tragen Sie Adressen (ip4:…) statt Namen ein.`,
      too_many_empty_lookups: (name) =>
        `Mehr als zwei der Namen im Eintrag gibt es nicht, darunter ${name}. Empfänger hören dort auf: Nehmen Sie sie heraus.`,
      too_many_mail_servers: (domain) =>
        `„mx“ von ${domain} steht für mehr als zehn Server. Empfänger hören dort auf.`,
      allows_everybody: (domain) =>
        `Der Eintrag von ${domain} lässt jeden Server der Welt für sie senden. Das ist so gut wie keiner.`,
      server_refused: (addresses) =>
        `Der Eintrag schließt Ihren Mailserver aus (${addresses}): Empfänger weisen diese E-Mails ab.`,
      server_doubted: (addresses) =>
        `Der Eintrag nennt Ihren Mailserver nicht (${addresses}): Empfänger misstrauen diesen E-Mails.`,
      server_unsaid: (addresses) => `Der Eintrag sagt nichts über Ihren Mailserver (${addresses}).`,
      server_allowed_in_part: (addresses) =>
        `Ihr Mailserver hat mehrere Adressen, und im Eintrag fehlen einige davon: ${addresses}.`,
      server_allowed: (host) => `Ihre Domain lässt ${host} für sie senden.`,
      provider_missing: (name) =>
        `Ihr Anbieter sendet von vielen Servern, die er unter ${name} aufführt. Ihr Eintrag bezieht das nicht ein.`,
      provider_allowed: (name) => `Ihr Eintrag bezieht ${name} ein, wo Ihr Anbieter seine Server aufführt.`,
      server_has_no_address: (host) =>
        `${host} hat im DNS keine öffentliche Adresse. Von welcher aus E-Mails in die Welt gehen, ist von hier aus nicht festzustellen. Fragen Sie, wer den Server betreibt.`,
      cannot_tell: (addresses) =>
        `Der Eintrag hängt von mehr ab als von seinem Text (einem Makro oder „ptr“). Ob er Ihren Mailserver (${addresses}) senden lässt, ist von hier aus nicht festzustellen. Mit dieser Ergänzung tut er es:`,
      no_answer: (name) => `Die Nameserver von ${name} antworten nicht. Versuchen Sie es später noch einmal.`,
    },
  },
  dkim: {
    title: 'DKIM: Ihre Signatur',
    hint: 'Jede E-Mail wird mit einem Schlüssel signiert; Empfänger schlagen dessen öffentliche Hälfte im DNS nach.',
    advice:
      'Der Wert ist länger als 255 Zeichen. Die meisten Domainverwaltungen nehmen ihn so an; manche verlangen ihn in zwei Teilen, jeden in Anführungszeichen.',
    findings: {
      no_key: () =>
        'E-Mails dieser Domain werden nicht signiert, denn es gibt noch keinen Schlüssel. Erzeugen Sie einen und tragen Sie seinen Eintrag im DNS ein.',
      no_record: () =>
        'E-Mails werden signiert, aber der Eintrag des Schlüssels steht noch nicht im DNS. Bis neue Einträge zu sehen sind, kann eine Stunde vergehen.',
      several_records: (count) =>
        `Wo einer hingehört, stehen ${count} Einträge. Empfänger nehmen womöglich den falschen.`,
      unreadable: () => 'Was dort steht, ist nicht der Eintrag eines Schlüssels.',
      other_key: () =>
        'Dort steht ein anderer Schlüssel oder nur ein Teil von unserem: Empfänger halten die Signatur für gefälscht.',
      revoked: () => 'Laut Eintrag ist der Schlüssel zurückgezogen: Keine Signatur gilt.',
      other_kind: (tag) => `Mit „${tag}“ gilt der Eintrag nicht für unsere Signaturen.`,
      testing: () =>
        'Der Schlüssel stimmt. Der Eintrag enthält t=y, also „zur Probe“: Empfänger übergehen die Signatur womöglich. Nehmen Sie es heraus, wenn Sie fertig sind.',
      key_published: () => 'Der Schlüssel im DNS ist der, mit dem E-Mails signiert werden.',
      no_answer: (name) => `Die Nameserver von ${name} antworten nicht. Versuchen Sie es später noch einmal.`,
    },
  },
  dmarc: {
    title: 'DMARC: Was Empfänger mit Fälschungen tun',
    hint: 'Eine Richtlinie für E-Mails, für die weder SPF noch DKIM bürgt. Große Postfachanbieter verlangen eine.',
    advice:
      'Das ändert noch nichts, und es ist, was große Postfachanbieter verlangen. Für Berichte ergänzen Sie „; rua=mailto:sie@ihre-domain“. Sind SPF und DKIM in Ordnung, halten p=quarantine und später p=reject Fälschungen fern.',
    findings: {
      no_record: () => 'Ihre Domain hat keine Richtlinie, und auch keine über ihr hat eine.',
      several_records: (count) =>
        `Es gibt ${count} Richtlinien. Empfänger beachten keine davon: Lassen Sie eine stehen.`,
      unreadable: () =>
        'Empfänger können nicht lesen, was dort steht: Es muss mit v=DMARC1; beginnen, genau so.',
      no_policy: () => 'Der Eintrag nennt keine Richtlinie (p=…). Viele Empfänger übergehen ihn.',
      unknown_policy: () => 'Die Richtlinie muss none, quarantine oder reject sein.',
      nothing_passes: () =>
        'Achtung: Diese Richtlinie gilt auch für Ihre eigenen E-Mails, solange weder SPF noch DKIM in Ordnung ist. Sie kommen womöglich nicht an.',
      policy_none: () => 'Empfänger behandeln E-Mails, für die niemand bürgt, wie bisher (p=none).',
      policy_quarantine: () =>
        'Empfänger legen E-Mails, für die niemand bürgt, in den Spam-Ordner (p=quarantine).',
      policy_reject: () => 'Empfänger weisen E-Mails ab, für die niemand bürgt (p=reject).',
      inherited: (domain) => `Es ist die Richtlinie von ${domain}, die für die Domains darunter gilt.`,
      no_answer: (name) => `Die Nameserver von ${name} antworten nicht. Versuchen Sie es später noch einmal.`,
    },
    aligned: ({ spf, dkim }) =>
      spf === 'strict' || dkim === 'strict'
        ? 'Sie verlangt genau dieselbe Domain (strenge Übereinstimmung). Das ist der Fall: E-Mails werden mit eben der Domain verschickt und für sie signiert, die Leser sehen.'
        : 'SPF oder DKIM muss für die Domain gelten, die Leser sehen. Das ist der Fall: E-Mails werden mit ihr verschickt und für sie signiert.',
  },
};
