import type { senderDomains as english } from '../en/sender-domains.ts';

export const senderDomains: typeof english = {
  title: (domain) => `DNS-Einträge von ${domain}`,
  untitled: 'DNS-Einträge der Domain',
  lead: (address, host) =>
    `Hier sehen Sie, ob E-Mail-Anbieter den E-Mails von ${address} vertrauen, die über ${host} gesendet werden.`,
  again: 'Erneut prüfen',
  asking: 'Die DNS-Einträge werden abgefragt. Das dauert einige Sekunden.',
  states: {
    right: 'In Ordnung',
    wrong: 'Korrektur nötig',
    missing: 'Fehlt',
    unknown: 'Nicht überprüfbar',
  },
  allRight: 'Ihre DNS-Einträge sind in Ordnung',
  allRightText: 'E-Mail-Anbieter erkennen, dass Ihre E-Mails wirklich von Ihnen stammen.',
  found: (name) => `Aktueller DNS-Eintrag für ${name}:`,
  put: 'Fügen Sie diesen DNS-Eintrag bei Ihrem Domain-Anbieter hinzu:',
  putInstead: 'Ersetzen Sie den vorhandenen DNS-Eintrag bei Ihrem Domain-Anbieter durch diesen:',
  type: 'Typ',
  name: 'Name',
  nameHint: 'Manche Anbieter verlangen nur den Teil vor Ihrer Domain oder ein @ für die Domain selbst.',
  value: 'Wert',
  makeKey: 'Schlüssel erstellen',
  keyMade: 'Schlüssel erstellt. Fügen Sie jetzt den zugehörigen DNS-Eintrag hinzu.',
  spf: {
    title: 'SPF: Server, die für Ihre Domain senden dürfen',
    hint: 'Legt fest, welche Server E-Mails Ihrer Domain senden dürfen.',
    advice:
      'Pro Domain ist nur ein Eintrag erlaubt, der mit v=spf1 beginnt. Wenn Ihr E-Mail-Anbieter einen eigenen Eintrag (include:…) vorgibt, verwenden Sie diesen, denn große Anbieter senden von anderen Adressen, als der Servername vermuten lässt.',
    findings: {
      no_record: (host) => `Ihre Domain hat keinen SPF-Eintrag, der ${host} das Senden erlaubt.`,
      several_records: (count) =>
        /^\d+$/.test(count)
          ? `Es gibt ${count} Einträge, die mit v=spf1 beginnen. Mailserver ignorieren dann alle. Fassen Sie sie zu einem Eintrag zusammen.`
          : `Ihr Eintrag bindet ${count} ein. Dort gibt es mehrere SPF-Einträge, und Mailserver ignorieren alle.`,
      unreadable: (term) => `„${term}“ ist ungültig. Mailserver ignorieren deshalb den gesamten Eintrag.`,
      too_long: (domain) =>
        `Der Eintrag von ${domain} ist zu lang. Mailserver werten ihn nicht vollständig aus. Kürzen Sie ihn.`,
      include_without_record: (domain) =>
        `Der Eintrag bindet ${domain} ein, aber dort gibt es keinen SPF-Eintrag. Mailserver ignorieren deshalb den gesamten Eintrag. Entfernen Sie diese Angabe.`,
      loop: (way) => `Der Eintrag verweist auf sich selbst: ${way}. Entfernen Sie einen dieser Verweise.`,
      too_many_lookups: (term) =>
        `Der Eintrag löst mehr als zehn DNS-Abfragen aus. Das Limit wird bei „${term}“ überschritten; eingebundene Einträge zählen mit. Mailserver brechen nach zehn ab. Entfernen Sie nicht mehr genutzte Angaben oder verwenden Sie IP-Adressen (ip4:…) statt Namen.`,
      too_many_empty_lookups: (name) =>
        `Mehr als zwei Namen im Eintrag existieren nicht, zum Beispiel ${name}. Mailserver ignorieren deshalb den gesamten Eintrag. Entfernen Sie diese Namen.`,
      too_many_mail_servers: (domain) =>
        `„mx“ steht bei ${domain} für mehr als zehn Server. Mailserver brechen nach zehn ab. Geben Sie stattdessen IP-Adressen an (ip4:…).`,
      allows_everybody: (domain) =>
        `Der Eintrag von ${domain} erlaubt jedem Server, für diese Domain zu senden. Er bietet damit keinen Schutz.`,
      server_refused: (addresses) =>
        `Der Eintrag schließt Ihren Mailserver (${addresses}) aus. Ihre E-Mails werden möglicherweise abgelehnt.`,
      server_doubted: (addresses) =>
        `Ihr Mailserver (${addresses}) fehlt im Eintrag. Ihre E-Mails landen möglicherweise im Spam-Ordner.`,
      server_unsaid: (addresses) => `Der Eintrag macht keine Angabe zu Ihrem Mailserver (${addresses}).`,
      server_allowed_in_part: (addresses) =>
        `Ihr Mailserver hat mehrere IP-Adressen. Diese fehlen im Eintrag: ${addresses}.`,
      server_allowed: (host) => `${host} darf für Ihre Domain senden.`,
      provider_missing: (name) =>
        `Ihr Anbieter sendet von vielen Servern, die unter ${name} aufgeführt sind. Dieser Verweis fehlt in Ihrem Eintrag.`,
      provider_allowed: (name) =>
        `Ihr Eintrag bindet ${name} ein. Damit dürfen alle Server Ihres Anbieters für Sie senden.`,
      server_has_no_address: (host) =>
        `${host} hat keine öffentliche IP-Adresse im DNS. Deshalb lässt sich nicht prüfen, von welcher Adresse Ihre E-Mails gesendet werden. Fragen Sie den Betreiber des Servers.`,
      cannot_tell: (addresses) =>
        `Der Eintrag enthält ein Makro oder „ptr“. Deshalb lässt sich nicht prüfen, ob Ihr Mailserver (${addresses}) senden darf. Mit dieser Ergänzung darf er auf jeden Fall senden:`,
      no_answer: (name) => `Die Nameserver von ${name} antworten nicht. Versuchen Sie es später noch einmal.`,
    },
  },
  dkim: {
    title: 'DKIM: Ihre Signatur',
    hint: 'Jede E-Mail wird mit einem Schlüssel signiert. Mailserver prüfen die Signatur mit dem öffentlichen Schlüssel im DNS.',
    advice:
      'Der Wert ist länger als 255 Zeichen. Die meisten Anbieter akzeptieren ihn so. Manche verlangen zwei Teile, jeweils in Anführungszeichen.',
    findings: {
      no_key: () =>
        'E-Mails dieser Domain werden nicht signiert, weil es noch keinen Schlüssel gibt. Erstellen Sie einen und fügen Sie den DNS-Eintrag hinzu.',
      no_record: () =>
        'E-Mails werden signiert, aber der Schlüssel fehlt noch im DNS. Bis neue Einträge sichtbar sind, kann es eine Stunde dauern.',
      several_records: (count) =>
        `Es gibt ${count} Einträge statt eines einzigen. Mailserver verwenden möglicherweise den falschen.`,
      unreadable: () => 'Der vorhandene Eintrag ist kein gültiger DKIM-Schlüssel.',
      other_key: () =>
        'Im DNS steht ein anderer oder ein unvollständiger Schlüssel. Signaturen lassen sich damit nicht prüfen, und E-Mails werden möglicherweise abgelehnt.',
      revoked: () => 'Der Schlüssel ist laut Eintrag widerrufen. Signaturen sind damit ungültig.',
      other_kind: (tag) => `Mit „${tag}“ gilt der Eintrag nicht für Ihre Signaturen.`,
      testing: () =>
        'Der Schlüssel ist richtig. Der Eintrag enthält aber t=y (Testmodus), sodass Mailserver die Signatur möglicherweise ignorieren. Entfernen Sie diese Angabe nach dem Testen.',
      key_published: () => 'Der Schlüssel im DNS passt zu Ihren Signaturen.',
      no_answer: (name) => `Die Nameserver von ${name} antworten nicht. Versuchen Sie es später noch einmal.`,
    },
  },
  dmarc: {
    title: 'DMARC: Umgang mit gefälschten E-Mails',
    hint: 'Legt fest, was mit E-Mails geschieht, die weder SPF noch DKIM bestehen. Große E-Mail-Anbieter verlangen diese Richtlinie.',
    advice:
      'Damit erfüllen Sie die Vorgaben der großen E-Mail-Anbieter, ohne dass sich bei der Zustellung etwas ändert. Für Berichte ergänzen Sie „; rua=mailto:sie@ihre-domain“. Sobald SPF und DKIM in Ordnung sind, schützen p=quarantine und später p=reject vor Fälschungen.',
    findings: {
      no_record: () =>
        'Für Ihre Domain gibt es keine DMARC-Richtlinie, auch nicht bei einer übergeordneten Domain.',
      several_records: (count) =>
        `Es gibt ${count} DMARC-Einträge. Mailserver ignorieren dann alle. Behalten Sie nur einen.`,
      unreadable: () => 'Der Eintrag ist ungültig. Er muss genau mit v=DMARC1; beginnen.',
      no_policy: () => 'Im Eintrag fehlt die Richtlinie (p=…). Viele Mailserver ignorieren ihn deshalb.',
      unknown_policy: () => 'Die Richtlinie muss none, quarantine oder reject lauten.',
      nothing_passes: () =>
        'Achtung: Solange weder SPF noch DKIM in Ordnung ist, gilt diese Richtlinie auch für Ihre eigenen E-Mails, die dann möglicherweise nicht ankommen.',
      policy_none: () =>
        'Mailserver unternehmen nichts bei E-Mails, die die Prüfung nicht bestehen (p=none).',
      policy_quarantine: () =>
        'Mailserver verschieben E-Mails, die die Prüfung nicht bestehen, in den Spam-Ordner (p=quarantine).',
      policy_reject: () => 'Mailserver lehnen E-Mails ab, die die Prüfung nicht bestehen (p=reject).',
      inherited: (domain) => `Es gilt die Richtlinie der übergeordneten Domain ${domain}.`,
      no_answer: (name) => `Die Nameserver von ${name} antworten nicht. Versuchen Sie es später noch einmal.`,
    },
    aligned: ({ spf, dkim }) =>
      spf === 'strict' || dkim === 'strict'
        ? 'Die Richtlinie verlangt exakt dieselbe Domain (strict). Das ist erfüllt: Ihre E-Mails werden mit genau der Domain gesendet und signiert, die Empfänger sehen.'
        : 'SPF oder DKIM muss zu der Domain passen, die Empfänger sehen. Das ist erfüllt: Ihre E-Mails werden mit dieser Domain gesendet und signiert.',
  },
};
