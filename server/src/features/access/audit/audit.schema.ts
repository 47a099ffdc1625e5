import { z } from 'zod';
import { id, time } from '../../../kernel/id.ts';
import { pageInput } from '../../../kernel/page.ts';

export const recordKinds = [
  'layout',
  'http-request',
  'preset',
  'smtp-sender',
  'mailbox',
  'file',
  'secret',
  'key',
  'person',
  'execution',
] as const;

/** A record that an entry names, as it is called now. */
export const namedRecord = z.object({
  kind: z.enum(recordKinds),
  id: z.string(),
  name: z.string(),
  inTrash: z.boolean(),
});
export type NamedRecord = z.output<typeof namedRecord>;

export const auditEntry = z.object({
  id,
  at: time,
  actor: z.object({ type: z.enum(['key', 'user', 'operator']), id: z.string(), name: z.string() }),
  via: z.enum(['api', 'app', 'mcp', 'command']),
  operation: z.string(),
  target: z.string().nullable().describe('ID, key or name of the record.'),
  record: namedRecord.nullable().describe('Name of the target, while it exists or is in the trash.'),
  summary: z.string(),
  address: z.string().nullable().describe('IP address that the call came from.'),
  agent: z.string().nullable().describe('`User-Agent` of the program; for a command, who ran it.'),
});
export type ListedEntry = z.output<typeof auditEntry>;

export const listAuditLogInput = z.object({
  ...pageInput,
  actor: z.string().optional().describe('ID of a key or a person.'),
  operation: z.string().optional().describe('Name of an operation.'),
});
