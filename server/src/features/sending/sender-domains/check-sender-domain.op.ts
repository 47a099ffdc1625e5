import { z } from 'zod';
import { notFound, OperationError } from '../../../kernel/error.ts';
import { existingId, idInput } from '../../../kernel/id.ts';
import { domainOf } from '../../../kernel/mail-address.ts';
import { message } from '../../../kernel/messages/message.ts';
import { appOperation } from '../../../kernel/operation.ts';
import { dkimRecordOf } from '../senders/dkim-record.ts';
import { findSmtpSenderRow } from '../senders/find-sender.store.ts';
import { checkDomain } from './check-domain.ts';
import { senderDomain } from './sender-domains.schema.ts';

export const checkSenderDomain = appOperation({
  name: 'check_sender_domain',
  summary: 'Check in DNS whether receivers will trust email from a sender: SPF, DKIM and DMARC.',
  description: 'Makes DNS queries only; nothing is sent anywhere else.',
  app: [{ method: 'GET', path: '/smtp-configs/:id/domain', role: 'viewer' }],
  input: z.object({ id: idInput('sender') }),
  output: senderDomain,
  errorKinds: ['not_found', 'conflict'],
  async find(ctx, path) {
    const row = await findSmtpSenderRow(ctx.db, existingId(path['id']));
    if (!row) throw notFound();
    return row;
  },
  async run(ctx, _input, { id, name, host, fromAddress: address }) {
    const domain = domainOf(address).toLowerCase();
    const key = await dkimRecordOf(ctx, domain);
    const checked = await ctx.dns.look(ctx.storeId, (dns) => checkDomain(dns, { domain, host, key }));
    if (!checked) throw new OperationError('conflict', message('checks_running'));
    return { value: { id, name, address, domain, host, ...checked } };
  },
});
