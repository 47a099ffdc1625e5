import { type FieldProblem, invalid, problemsOf } from '../../../kernel/fields.ts';
import { normalLocale } from '../../../kernel/locale-code.ts';
import { type Message, message } from '../../../kernel/messages/message.ts';
import type { Runtime } from '../../../kernel/operation.ts';
import { isTextSetting, type SettingField, settingFields } from './settings.schema.ts';

/** `null` removes the setting. */
export interface SettingChange {
  name: string;
  field: SettingField;
  value: string | null;
}

const isField = (name: string): name is SettingField => Object.hasOwn(settingFields, name);

/** The field and the normal spelling of `companyDetails.pt_BR`; or why it is invalid. */
function readName(given: string): { field: SettingField; name: string } | Message {
  const [field = '', ...rest] = given.split('.');
  if (!isField(field)) return message('unknown_setting', { names: Object.keys(settingFields).join(', ') });
  if (rest.length === 0) return { field, name: field };
  if (field !== 'logo' && !isTextSetting(field)) return message('same_in_every_language');
  const locale = normalLocale(rest.join('.'));
  return locale ? { field, name: `${field}.${locale}` } : message('not_a_locale');
}

function readChange(text: string): SettingChange | FieldProblem[] {
  const at = text.indexOf('=');
  if (at < 0) return [{ path: [text], reason: message('write_name_value') }];
  const given = text.slice(0, at);
  const value = text.slice(at + 1);
  const named = readName(given);
  if ('code' in named) return [{ path: [given], reason: named }];
  if (value === '') return { ...named, value: null };
  const parsed = settingFields[named.field].safeParse(value);
  if (parsed.success) return { ...named, value };
  return problemsOf(parsed.error, value).map(({ reason }) => ({ path: [named.name], reason }));
}

/** Parses `name=value` strings; rejects malformed ones and two for the same setting. */
export function readChanges(texts: readonly string[]): SettingChange[] {
  const changes = new Map<string, SettingChange>();
  const problems: FieldProblem[] = [];
  for (const text of texts) {
    const change = readChange(text);
    if (Array.isArray(change)) problems.push(...change);
    else if (changes.has(change.name)) problems.push({ path: [change.name], reason: message('given_twice') });
    else changes.set(change.name, change);
  }
  if (problems.length > 0) throw invalid(problems);
  return [...changes.values()];
}

/** The store's text in a language: its own, that of the base language, or the general one. */
export function settingText(
  settings: ReadonlyMap<string, string>,
  field: SettingField,
  locale: string,
): string | null {
  const base = locale.split('-', 1)[0];
  return (
    settings.get(`${field}.${locale}`) ?? settings.get(`${field}.${base}`) ?? settings.get(field) ?? null
  );
}

/** A revision of all settings together, so that the second of two concurrent changes is rejected. */
export const revisionOf = ({ sha256 }: Pick<Runtime, 'sha256'>, settings: ReadonlyMap<string, string>) =>
  sha256(JSON.stringify([...settings]))
    .toString('hex')
    .slice(0, 32);
