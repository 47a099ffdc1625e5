/** Email submitted to these hosts leaves from others, which only the provider's own SPF record lists. */
const providers: readonly (readonly [RegExp, string])[] = [
  [/^smtp(?:-relay)?\.gmail\.com$/, '_spf.google.com'],
  [/^smtp(?:-mail)?\.(?:office365|outlook)\.com$/, 'spf.protection.outlook.com'],
  [/^email-smtp(?:-fips)?\.[a-z0-9-]+\.amazonaws\.com$/, 'amazonses.com'],
  [/^smtp\.sendgrid\.net$/, 'sendgrid.net'],
  [/^smtp(?:\.eu)?\.mailgun\.org$/, 'mailgun.org'],
  [/^smtp(?:-broadcasts)?\.postmarkapp\.com$/, 'spf.mtasv.net'],
  [/^in(?:-v3)?\.mailjet\.com$/, 'spf.mailjet.com'],
  [/^smtp-relay\.(?:brevo|sendinblue)\.com$/, 'spf.brevo.com'],
];

/** The domain to `include` for a provider, where its host is known. */
export const providerOf = (host: string) =>
  providers.find(([pattern]) => pattern.test(host.toLowerCase().replace(/\.$/, '')))?.[1] ?? null;
