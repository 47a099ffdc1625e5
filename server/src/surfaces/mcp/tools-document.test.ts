import { expect, test } from 'vitest';
import { noteOperations } from '../../../test/mcp/note-tools.ts';
import { toolsDocument } from './tools-document.ts';

const document = toolsDocument(noteOperations);

test('names every tool once, below its toolset and level', () => {
  const headings = document.split('\n').filter((line) => line.startsWith('##'));
  expect(headings).toEqual([
    '## Default tools',
    '### Level read',
    '#### list_note_ids',
    '#### get_note',
    '#### break_note',
    '### Level write',
    '#### create_note',
    '#### update_note',
    '### Level execute',
    '#### run_note',
    '## Toolset layouts',
    '### Level read',
    '#### draw_note',
    '### Level write',
    '#### paint_note',
  ]);
});

test('lists arguments, results and hints', () => {
  expect(document).toContain('| `id` | string | yes | ID of the note. |');
  expect(document).toContain('| `limit` | integer or null | no, `25` | How \\| many. |');
  expect(document).toContain('| `kind` | `a`, `b` or null | no |  |');
  expect(document).toContain('| `at` | time |  |');
  expect(document).toContain('| `ids` | list of string |  |');
  expect(document).toContain('Hints: reads only, idempotent, stays in the store.');
  expect(document).toContain('Hints: adds only, not idempotent, reaches other systems.');
});
