import { type FieldProblem, invalid } from '../../../kernel/fields.ts';
import { type Message, message } from '../../../kernel/messages/message.ts';

const NUMBER = /^(0|[1-9][0-9]{0,14})$/;

export interface LimitChange {
  name: string;
  /** `null` restores the default. */
  value: number | null;
}

/** Parses `name=number` strings; rejects unknown names and invalid numbers. */
export function readLimits(texts: readonly string[], names: readonly string[]): LimitChange[] {
  const problems: FieldProblem[] = [];
  const changes = texts.flatMap((text): LimitChange[] => {
    const [name = '', value = '', ...rest] = text.split('=');
    const wrong = (reason: Message) => {
      problems.push({ path: [name], reason });
      return [];
    };
    if (!names.includes(name)) return wrong(message('unknown_limit', { names: names.join(', ') }));
    if (!text.includes('=') || rest.length > 0) return wrong(message('write_name_number'));
    if (value !== '' && !NUMBER.test(value)) return wrong(message('must_be_whole_number'));
    return [{ name, value: value === '' ? null : Number(value) }];
  });
  if (problems.length > 0) throw invalid(problems);
  return changes;
}
