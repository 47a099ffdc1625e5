type Alignment = { spf: 'relaxed' | 'strict'; dkim: 'relaxed' | 'strict' };

export const senderDomains = {
  title: (domain: string) => `DNS records for ${domain}`,
  untitled: 'DNS records',
  lead: (address: string, host: string) =>
    `Check whether mailbox providers trust emails from ${address} sent through ${host}.`,
  again: 'Check again',
  asking: 'Checking DNS records. This takes a few seconds.',
  states: { right: 'OK', wrong: 'Needs fixing', missing: 'Missing', unknown: 'Couldn’t check' },
  allRight: 'Your DNS records are set up correctly',
  allRightText: 'Mailbox providers can verify that your emails come from you.',
  found: (name: string) => `Current DNS record at ${name}:`,
  put: 'Add this record at your DNS provider:',
  putInstead: 'Replace the current record at your DNS provider with this one:',
  type: 'Type',
  name: 'Name',
  nameHint: 'Some DNS providers only want the part before your domain, or @ for the domain itself.',
  value: 'Value',
  makeKey: 'Create key',
  keyMade: 'Key created. Now add its record at your DNS provider.',
  spf: {
    title: 'SPF: servers that can send for your domain',
    hint: 'A list of the mail servers that are allowed to send emails from your domain.',
    advice:
      'A domain can only have one record that starts with v=spf1. If your email provider gives you its own record (include:…), use that instead. Large providers send from different servers than the one you connect to.',
    findings: {
      no_record: (host: string) => `Your domain has no SPF record that allows ${host} to send.`,
      several_records: (count: string) =>
        /^\d+$/.test(count)
          ? `There are ${count} records that start with v=spf1, so mail servers ignore all of them. Combine them into one.`
          : `${count}, which your record includes, has several SPF records. Mail servers ignore all of them.`,
      unreadable: (term: string) => `“${term}” isn’t valid, so mail servers ignore the whole record.`,
      too_long: (domain: string) =>
        `The record of ${domain} is too long for mail servers to read. Shorten it.`,
      include_without_record: (domain: string) =>
        `The record includes ${domain}, which has no SPF record, so mail servers ignore the whole record. Remove this include.`,
      loop: (way: string) => `The record includes itself: ${way}. Remove one of these includes.`,
      too_many_lookups: (term: string) =>
        `The record needs more than 10 DNS lookups, starting at “${term}” and counting its includes. Mail servers stop at 10. Remove what you no longer use, or replace names with IP addresses (ip4:…).`,
      too_many_empty_lookups: (name: string) =>
        `More than two names in the record don’t exist, including ${name}, so mail servers ignore the whole record. Remove these names.`,
      too_many_mail_servers: (domain: string) =>
        `“mx” of ${domain} resolves to more than 10 servers. Mail servers stop at 10. List IP addresses (ip4:…) instead.`,
      allows_everybody: (domain: string) =>
        `The record of ${domain} allows any server to send for it, so it offers no protection.`,
      server_refused: (addresses: string) =>
        `The record doesn’t allow your mail server (${addresses}), so your emails may be rejected.`,
      server_doubted: (addresses: string) =>
        `The record doesn’t list your mail server (${addresses}), so your emails may be marked as spam.`,
      server_unsaid: (addresses: string) => `The record doesn’t mention your mail server (${addresses}).`,
      server_allowed_in_part: (addresses: string) =>
        `Your mail server has several IP addresses, and the record is missing some of them: ${addresses}.`,
      server_allowed: (host: string) => `Your domain allows ${host} to send for it.`,
      provider_missing: (name: string) =>
        `Your email provider sends from many servers, which it lists at ${name}. Your record doesn’t include it.`,
      provider_allowed: (name: string) =>
        `Your record includes ${name}, where your email provider lists its servers.`,
      server_has_no_address: (host: string) =>
        `${host} has no public IP address in DNS, so we can’t tell which address your emails are sent from. Ask your email provider.`,
      cannot_tell: (addresses: string) =>
        `The record uses a macro or “ptr”, so we can’t tell whether it allows your mail server (${addresses}). With this addition, it does:`,
      no_answer: (name: string) => `The name servers of ${name} aren’t responding. Try again later.`,
    },
  },
  dkim: {
    title: 'DKIM: your email signature',
    hint: 'Every email is signed with a key. Mail servers check the signature with the public key in your DNS.',
    advice:
      'The value is longer than 255 characters. Most DNS providers accept it as it is. Some need it in two parts, each in quotes.',
    findings: {
      no_key: () =>
        'Emails from this domain aren’t signed, because there’s no key yet. Create one, then add its record at your DNS provider.',
      no_record: () =>
        'Emails are signed, but the DNS record isn’t visible yet. New records can take up to an hour to appear.',
      several_records: (count: string) =>
        `There are ${count} records where there should be one. Mail servers may use the wrong one.`,
      unreadable: () => 'The record at this name isn’t a valid DKIM record.',
      other_key: () =>
        'The record has a different or incomplete key, so signatures can’t be verified and emails may be rejected.',
      revoked: () => 'The record says that the key is revoked, so signatures aren’t valid.',
      other_kind: (tag: string) =>
        `Because of “${tag}”, the record doesn’t apply to your emails’ signatures.`,
      testing: () =>
        'The key is correct, but the record is in test mode (t=y), so mail servers may ignore the signature. Remove t=y when you’re done testing.',
      key_published: () => 'The key in DNS matches the one that signs your emails.',
      no_answer: (name: string) => `The name servers of ${name} aren’t responding. Try again later.`,
    },
  },
  dmarc: {
    title: 'DMARC: protection against forged emails',
    hint: 'Tells mail servers what to do with emails that pass neither SPF nor DKIM. Large mailbox providers require it.',
    advice:
      'This record meets the requirements of large mailbox providers without affecting delivery. To get reports, add “; rua=mailto:you@your-domain”. When SPF and DKIM are set up, switch to p=quarantine and later p=reject to block forged emails.',
    findings: {
      no_record: () => 'Your domain has no DMARC policy, and neither does its parent domain.',
      several_records: (count: string) =>
        `There are ${count} DMARC records, so mail servers ignore all of them. Keep only one.`,
      unreadable: () => 'The record isn’t valid. It must start with exactly v=DMARC1;',
      no_policy: () => 'The record has no policy (p=…). Many mail servers ignore it.',
      unknown_policy: () => 'The policy must be none, quarantine or reject.',
      nothing_passes: () =>
        'This policy also applies to your own emails. Until SPF or DKIM is set up, they may not arrive.',
      policy_none: () => 'Mail servers take no action on unverified emails (p=none).',
      policy_quarantine: () => 'Mail servers send unverified emails to spam (p=quarantine).',
      policy_reject: () => 'Mail servers reject unverified emails (p=reject).',
      inherited: (domain: string) => `The policy comes from ${domain} and applies to its subdomains.`,
      no_answer: (name: string) => `The name servers of ${name} aren’t responding. Try again later.`,
    },
    aligned: ({ spf, dkim }: Alignment): string =>
      spf === 'strict' || dkim === 'strict'
        ? 'It requires an exact domain match (strict alignment). Your emails meet this: they’re sent from and signed for the domain that recipients see.'
        : 'SPF or DKIM must match the domain that recipients see. Your emails meet this: they’re sent from and signed for that domain.',
  },
};
