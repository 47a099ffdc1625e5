import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { type Level, levels } from '../../src/kernel/access-levels.ts';

interface Tool {
  name: string;
}

const snapshots = join(import.meta.dirname, 'snapshots');

export const namesOf = (tools: readonly Tool[]) => tools.map(({ name }) => name);

const asText = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

/**
 * Compares the tools of a toolset, listed by level, with the files that pin them: one per tool, and one for
 * the levels.
 */
export async function expectPinned(toolset: string, lists: readonly Tool[][]): Promise<void> {
  const folder = join(snapshots, toolset);
  const tools = lists.at(-1) ?? [];
  const byLevel = Object.fromEntries(levels.map((level: Level, i) => [level, namesOf(lists[i] ?? [])]));
  await expect(asText(byLevel)).toMatchFileSnapshot(join(snapshots, `${toolset}.levels.json`));
  for (const tool of tools) await expect(asText(tool)).toMatchFileSnapshot(join(folder, `${tool.name}.json`));
  expect(readdirSync(folder).sort(), `a file in ${folder} for each tool, and no other`).toEqual(
    namesOf(tools)
      .map((name) => `${name}.json`)
      .sort(),
  );
}
