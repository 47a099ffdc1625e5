import { invalidField } from '../../kernel/fields.ts';
import { type Toolset, toolsets } from '../../kernel/operation.ts';
import { safeName } from '../../kernel/safe-name.ts';

const isToolset = (name: string): name is Toolset => (toolsets as readonly string[]).includes(name);

/** `?toolsets=default,layouts`, each once and in our order; without the parameter, the default one. */
export function readToolsets(query: unknown): readonly Toolset[] {
  const sent = (query as { toolsets?: string | string[] }).toolsets ?? '';
  const names = [sent]
    .flat()
    .flatMap((text) => text.split(','))
    .map((name) => name.trim())
    .filter(Boolean);
  const unknown = names.find((name) => !isToolset(name));
  if (unknown !== undefined) {
    throw invalidField(
      'toolsets',
      `unknown toolset "${safeName(unknown)}"; there are ${toolsets.join(', ')}`,
    );
  }
  return names.length === 0 ? ['default'] : toolsets.filter((each) => names.includes(each));
}
