type Alignment = { spf: 'relaxed' | 'strict'; dkim: 'relaxed' | 'strict' };

export const senderDomains = {
  title: (domain: string) => `DNS of ${domain}`,
  untitled: 'DNS of the domain',
  lead: (address: string, host: string) =>
    `Whether receivers trust mails from ${address} that leave through ${host}.`,
  again: 'Check again',
  asking: 'The name servers are being asked. This takes a few seconds.',
  states: { right: 'Right', wrong: 'To be mended', missing: 'Missing', unknown: 'Nobody can tell' },
  allRight: 'Everything is as it should be',
  allRightText: 'Receivers see that these mails come from you.',
  found: (name: string) => `What stands in DNS at ${name}:`,
  put: 'Put this into DNS, where your domain is managed:',
  putInstead: 'Put this into DNS, in place of what stands there:',
  type: 'Type',
  name: 'Name',
  nameHint: 'Some pages want only what stands before your domain, or @ for the domain itself.',
  value: 'Value',
  makeKey: 'Make a key',
  keyMade: 'The key is made. Now put its record into DNS.',
  spf: {
    title: 'SPF: who may send for your domain',
    hint: 'A list of the servers that mails of your domain may come from.',
    advice:
      'A domain has one record that begins with v=spf1, never two. If your provider tells you a record of its own (include:…), take that one: large providers send from other addresses than the one mails are handed to.',
    findings: {
      no_record: (host: string) => `Your domain does not say that ${host} may send for it.`,
      several_records: (count: string) =>
        /^\d+$/.test(count)
          ? `There are ${count} records that begin with v=spf1. Receivers take none of them: make them one.`
          : `At ${count}, which your record includes, there are several records. Receivers take none of them.`,
      unreadable: (term: string) => `Receivers cannot read “${term}” and pass over the whole record.`,
      too_long: (domain: string) => `The record of ${domain} is far longer than receivers read.`,
      include_without_record: (domain: string) =>
        `The record includes ${domain}, which has no SPF record. Receivers pass over all of it: take it out.`,
      loop: (way: string) => `The record leads back to itself: ${way}.`,
      too_many_lookups: (term: string) =>
        `The record needs more than ten lookups, from “${term}” on, counting what it includes. Receivers stop at ten. Take out what you no longer use, or put addresses (ip4:…) in place of names.`,
      too_many_empty_lookups: (name: string) =>
        `More than two of the names in the record do not exist, ${name} among them. Receivers stop there: take them out.`,
      too_many_mail_servers: (domain: string) =>
        `“mx” of ${domain} stands for more than ten servers. Receivers stop there.`,
      allows_everybody: (domain: string) =>
        `The record of ${domain} lets every server in the world send for it. That is as good as none.`,
      server_refused: (addresses: string) =>
        `The record refuses your mail server (${addresses}): receivers turn these mails away.`,
      server_doubted: (addresses: string) =>
        `The record does not name your mail server (${addresses}): receivers doubt these mails.`,
      server_unsaid: (addresses: string) => `The record says nothing of your mail server (${addresses}).`,
      server_allowed_in_part: (addresses: string) =>
        `Your mail server has several addresses, and the record leaves out some of them: ${addresses}.`,
      server_allowed: (host: string) => `Your domain lets ${host} send for it.`,
      provider_missing: (name: string) =>
        `Your provider sends from many servers, which it lists at ${name}. Your record does not include it.`,
      provider_allowed: (name: string) =>
        `Your record includes ${name}, where your provider lists its servers.`,
      server_has_no_address: (host: string) =>
        `${host} has no public address in DNS, so nobody can tell from which one its mails reach the world. Ask whoever runs it.`,
      cannot_tell: (addresses: string) =>
        `The record depends on more than its text (a macro or “ptr”), so nobody can tell from here whether it lets your mail server (${addresses}) send. With this addition it does:`,
      no_answer: (name: string) => `The name servers of ${name} do not answer. Try again later.`,
    },
  },
  dkim: {
    title: 'DKIM: your signature',
    hint: 'Every mail is signed with a key; receivers look its public half up in DNS.',
    advice:
      'The value is longer than 255 characters. Most pages where domains are managed take it as it is; some want it in two parts, each in quotes.',
    findings: {
      no_key: () =>
        'Mails of this domain are not signed, for there is no key yet. Make one, and put its record into DNS.',
      no_record: () =>
        'Mails are signed, but the record of the key is not in DNS yet. New records can take an hour to be seen.',
      several_records: (count: string) =>
        `${count} records stand where one belongs. Receivers may take the wrong one.`,
      unreadable: () => 'What stands there is not the record of a key.',
      other_key: () =>
        'Another key stands there, or only a part of ours: receivers take the signature for a forgery.',
      revoked: () => 'The record says that the key has been taken back: no signature counts.',
      other_kind: (tag: string) => `With “${tag}” the record does not hold for our signatures.`,
      testing: () =>
        'The key is right. The record says t=y, for trying out: receivers may pass over the signature. Take it out when you are done.',
      key_published: () => 'The key in DNS is the one that mails are signed with.',
      no_answer: (name: string) => `The name servers of ${name} do not answer. Try again later.`,
    },
  },
  dmarc: {
    title: 'DMARC: what receivers do with forgeries',
    hint: 'A policy for mails that neither SPF nor DKIM vouches for. Large mailbox providers ask for one.',
    advice:
      'It changes nothing yet, and it is what large mailbox providers ask for. For reports add “; rua=mailto:you@your-domain”. Once SPF and DKIM are right, p=quarantine and later p=reject keep forgeries away.',
    findings: {
      no_record: () => 'Your domain has no policy, and neither has one above it.',
      several_records: (count: string) =>
        `There are ${count} policies. Receivers take none of them: leave one.`,
      unreadable: () => 'Receivers cannot read what stands there: it has to begin with v=DMARC1; exactly so.',
      no_policy: () => 'The record names no policy (p=…). Many receivers pass over it.',
      unknown_policy: () => 'The policy has to be none, quarantine or reject.',
      nothing_passes: () =>
        'Careful: this policy holds for your own mails too, as long as neither SPF nor DKIM is right. They may not arrive.',
      policy_none: () => 'Receivers treat mails that nobody vouches for as before (p=none).',
      policy_quarantine: () =>
        'Receivers put mails that nobody vouches for into the spam folder (p=quarantine).',
      policy_reject: () => 'Receivers refuse mails that nobody vouches for (p=reject).',
      inherited: (domain: string) => `The policy is that of ${domain}, which holds for the domains below it.`,
      no_answer: (name: string) => `The name servers of ${name} do not answer. Try again later.`,
    },
    aligned: ({ spf, dkim }: Alignment): string =>
      spf === 'strict' || dkim === 'strict'
        ? 'It asks for exactly the same domain (strict alignment). That is so: mails leave with, and are signed for, the very domain that readers see.'
        : 'SPF or DKIM has to hold for the domain that readers see. That is so: mails leave with it and are signed for it.',
  },
};
