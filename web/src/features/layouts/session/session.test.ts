import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { setMember } from '../../editor/model/commands.rules.ts';
import type { DesignChange } from '../../editor/model/history.rules.ts';
import { keyOf } from '../../editor/model/keys.rules.ts';
import type { SavedLayout } from './layout-work.rules.ts';
import { readLocalWork, resumeWork, toLocalWork } from './local-work.rules.ts';
import { errorsOfLanguage, saveRequestOf } from './save-request.rules.ts';
import { applyDecisions, discardChanges, receiveSave, receiveServerState } from './server-state.rules.ts';
import {
  applyDesignChange,
  beginSession,
  changedFieldsByLanguage,
  changedLocalesOf,
  type EditSession,
  editCode,
  redoInSession,
  undoInSession,
  undoStepOf,
  workOf,
  writeField,
} from './session.rules.ts';

const text = (html: string) => ({ type: 'text', html });
const contentOf = (subject: string, ...texts: string[]) => ({
  ...{ subject, previewText: '', bodyDesign: { blocks: texts.map(text) } },
});
const base = (version = 3): SavedLayout => ({
  version,
  state: { en: contentOf('Hello', 'One', 'Two'), de: contentOf('Hallo', 'Eins', 'Zwei') },
});
const session = () => beginSession(base(), 'en');

/** Far enough apart that no two steps are merged. */
let now = 0;
const later = () => {
  now += 5000;
  return now;
};
const editSubject = (before: EditSession, locale: string, subject: string) =>
  writeField(before, locale, 'subject', subject, later());
const designOf = (of: EditSession, locale: string) =>
  workOf(of)[locale]?.['bodyDesign'] as { blocks: ReturnType<typeof text>[] };
const editHtml = (before: EditSession, locale: string, html: string) =>
  applyDesignChange(
    before,
    locale,
    setMember(designOf(before, locale), ['blocks', 0, 'html'], html) as DesignChange,
    later(),
  );
const addLine = (before: EditSession, locale: string) =>
  applyDesignChange(
    before,
    locale,
    { label: 'insert', patches: [{ kind: 'insert', path: ['blocks', 0], value: { type: 'divider' } }] },
    later(),
  );
const changed = (of: EditSession) => Object.fromEntries(changedFieldsByLanguage(of));

describe('one session over all languages', () => {
  test('undo works across languages, and each step names the language it changed', () => {
    const both = editHtml(editSubject(session(), 'en', 'Good day'), 'de', 'Erstens');
    expect(changed(both)).toEqual({ en: ['subject'], de: ['body'] });
    expect([...changedLocalesOf(undoStepOf(both) as never)]).toEqual(['de']);
    const one = undoInSession(both);
    expect(changed(one)).toEqual({ en: ['subject'] });
    expect(workOf(undoInSession(one))).toEqual(base().state);
    expect(workOf(redoInSession(redoInSession(undoInSession(one))))).toEqual(workOf(both));
  });

  test('typing in two languages creates two steps', () => {
    const both = writeField(writeField(session(), 'en', 'subject', 'H', 0), 'de', 'subject', 'H', 1);
    expect(both.history.steps).toHaveLength(2);
    expect(workOf(undoInSession(both))['en']?.['subject']).toBe('H');
  });

  test('undoing all steps restores the base, redoing all the end', () => {
    const acts = fc.array(
      fc.record({
        locale: fc.constantFrom('en', 'de'),
        what: fc.constantFrom('subject', 'text', 'line', 'code'),
        word: fc.string({ maxLength: 6 }),
      }),
      { maxLength: 20 },
    );
    fc.assert(
      fc.property(acts, (list) => {
        const end = list.reduce((before, { locale, what, word }) => {
          if (what === 'subject') return editSubject(before, locale, word);
          if (what === 'line') return addLine(before, locale);
          if (what === 'code')
            return editCode(before, locale, JSON.stringify({ blocks: [text(word)] }), later());
          const has = 'html' in (designOf(before, locale).blocks[0] ?? {});
          return has && word !== designOf(before, locale).blocks[0]?.html
            ? editHtml(before, locale, word)
            : before;
        }, session());
        const { length } = end.history.steps;
        const times = (act: (one: EditSession) => EditSession, from: EditSession) =>
          Array.from({ length }).reduce<EditSession>((one) => act(one), from);
        const begin = times(undoInSession, end);
        expect(JSON.stringify(workOf(begin))).toBe(JSON.stringify(base().state));
        expect(changedFieldsByLanguage(begin).size).toBe(0);
        expect(JSON.stringify(workOf(times(redoInSession, begin)))).toBe(JSON.stringify(workOf(end)));
      }),
    );
  });

  test('keeps code that is not JSON with its language', () => {
    const broken = editCode(session(), 'de', '{ "blocks": [', later());
    expect(changed(broken)).toEqual({ de: ['body'] });
    expect(changed(editSubject(broken, 'en', 'Hi'))).toEqual({ en: ['subject'], de: ['body'] });
    expect(editSubject(broken, 'en', 'Hi').codes).toEqual(broken.codes);
  });
});

describe('when server state arrives', () => {
  const other = (version: number): SavedLayout => ({
    version,
    state: { ...base().state, de: contentOf('Moin', 'Eins', 'Zwei') },
  });

  test('makes what someone else saved a step that can be undone', () => {
    const after = receiveServerState(session(), other(4), later());
    expect(after.base.version).toBe(4);
    expect(workOf(after)).toEqual(other(4).state);
    expect(undoStepOf(after)?.label).toBe('theirs');
    expect(changed(undoInSession(after))).toEqual({ de: ['subject'] });
  });

  test('merges it with unsaved work in one step and adds new languages', () => {
    const mine = editSubject(session(), 'en', 'Good day');
    const state = { en: contentOf('Hello', 'One', 'Second'), de: contentOf('Servus', 'Eins', 'Zwei') };
    const theirs = { version: 4, state: { ...state, fr: contentOf('Salut') } };
    const after = receiveServerState(mine, theirs, later());
    expect(workOf(after)).toEqual({ ...theirs.state, en: contentOf('Good day', 'One', 'Second') });
    expect([after.base, after.waiting, changed(after)]).toEqual([theirs, null, { en: ['subject'] }]);
    const second = designOf(after, 'en').blocks[1] as object;
    expect(after.theirs).toEqual(new Map([[keyOf(second), 'written']]));
    expect(keyOf(second)).toBe(keyOf(designOf(mine, 'en').blocks[1] as object));
    // Undo returns to the work before the merge; saving that would revert the other person's changes.
    expect(undoStepOf(after)?.label).toBe('theirs');
    expect(workOf(undoInSession(after))['en']).toEqual(workOf(mine)['en']);
    expect(changed(undoInSession(after))).toEqual({ en: ['subject', 'body'], de: ['subject'] });
  });

  test('marks no block of a language that was added as theirs', () => {
    const theirs = { version: 4, state: { ...base().state, fr: contentOf('Salut', 'Un', 'Deux') } };
    const after = receiveServerState(session(), theirs, later());
    expect(workOf(after)['fr']).toEqual(theirs.state.fr);
    expect([after.theirs, undoStepOf(after)]).toEqual([new Map(), undefined]);
    const mine = receiveServerState(editSubject(session(), 'en', 'Mine'), theirs, later());
    expect(mine.theirs).toEqual(new Map());
  });

  test('marks moved blocks as theirs, as few as possible', () => {
    const texts = [1, 2, 3, 4].map((i) => text(`Number ${i}`));
    const [one, two, three, four] = texts as [object, object, object, object];
    const loop = (...blocks: object[]) => ({ type: 'loop', list: 'variables.items', blocks });
    const moved = (before: object[], after: object[]) => {
      const stateOf = (blocks: object[]): SavedLayout['state'] => ({
        en: { subject: '', previewText: '', bodyDesign: structuredClone({ blocks }) as never },
      });
      const began = beginSession({ version: 3, state: stateOf(before) }, 'en');
      const mine = editSubject(began, 'en', 'Mine');
      const end = receiveServerState(mine, { version: 4, state: stateOf(after) }, later());
      const all = JSON.stringify(designOf(end, 'en'), (_, value) =>
        value !== null && typeof value === 'object' && end.theirs?.has(keyOf(value))
          ? { isTheirs: true, ...value, type: `!${value.type}` }
          : value,
      );
      return [...all.matchAll(/"type":"!(\w+)"(?:,"html":"Number (\d)")?/g)].map(
        ([, type, number]) => number ?? type,
      );
    };
    expect(moved([one, two, three, four], [four, one, two, three])).toEqual(['4']);
    expect(moved([loop(one, two), three, four], [three, four, loop(one, two)])).toEqual(['loop']);
    expect(moved([loop(one, two), three], [loop(one, three, two)])).toEqual(['3']);
    expect(moved([loop(one, two), three, four], [loop(two, one), three, four])).toHaveLength(1);
    expect(moved([one, two, three], [one, three])).toEqual([]);
  });

  test('holds conflicts until someone decides, or until no work is unsaved', () => {
    const mine = editHtml(editSubject(session(), 'en', 'Good day'), 'en', 'Mine');
    const theirs = { version: 4, state: { ...base().state, en: contentOf('Hello', 'Theirs', 'Second') } };
    const after = receiveServerState(mine, theirs, later());
    expect([after.base.version, after.waiting, workOf(after)]).toEqual([3, theirs, workOf(mine)]);
    const end = applyDecisions(
      after,
      theirs,
      { ...theirs.state, en: contentOf('Good day', 'Mine', 'Second') },
      later(),
    );
    expect([end.base, end.waiting, changed(end)]).toEqual([theirs, null, { en: ['subject', 'body'] }]);
    expect(workOf(undoInSession(end))).toEqual(workOf(mine));
    const without = receiveServerState(undoInSession(undoInSession(after)), theirs, later());
    expect([workOf(without), without.waiting]).toEqual([theirs.state, null]);
  });

  test('waits while code is not a design', () => {
    const mine = editCode(session(), 'en', '{', later());
    const theirs = { version: 4, state: { ...base().state, de: contentOf('Servus', 'Eins', 'Zwei') } };
    const after = receiveServerState(mine, theirs, later());
    expect([after.waiting, after.codes['en']?.text, workOf(after)]).toEqual([theirs, '{', base().state]);
    const typed = editCode(after, 'en', '{ "blocks": [] }', later());
    expect(workOf(receiveServerState(typed, theirs, later()))).toEqual({
      en: { ...contentOf('Hello'), bodyDesign: { blocks: [] } },
      de: theirs.state['de'],
    });
  });

  test('compares restored work with its base, not with later changes by others', () => {
    const kept = toLocalWork(editSubject(session(), 'en', 'Good day'));
    const theirs = { version: 5, state: { ...base().state, en: contentOf('Hello', 'One', 'Second') } };
    const taken = resumeWork({ ...beginSession(theirs, 'en'), base: base(3) }, kept, 3);
    expect(workOf(receiveServerState(taken, theirs, later()))['en']).toEqual(
      contentOf('Good day', 'One', 'Second'),
    );
    // If the base version is no longer stored, a person has to decide.
    const unknown = resumeWork({ ...beginSession(theirs, 'en'), base: { version: 3, state: {} } }, kept, 3);
    expect(receiveServerState(unknown, theirs, later()).waiting).toEqual(theirs);
  });

  test('the same state again changes neither work nor code', () => {
    const mine = editCode(editSubject(session(), 'en', 'Good day'), 'de', '{', later());
    for (const version of [3, 4]) {
      const after = receiveServerState(mine, base(version), later());
      expect([after.history, after.codes]).toEqual([mine.history, mine.codes]);
      expect([after.history.state === mine.history.state, after.codes === mine.codes]).toEqual([true, true]);
    }
  });

  test('ignores an older response', () => {
    const mine = receiveSave(editSubject(session(), 'en', 'Good day'), {}, 4);
    expect(receiveServerState(mine, base(3), later())).toBe(mine);
  });

  test('after a save, inherited changes add no undo step in an untouched language', () => {
    const mine = addLine(session(), 'en');
    const sent = { en: workOf(mine)['en'] as never };
    const followed: SavedLayout = {
      version: 4,
      state: { ...sent, de: { ...contentOf('Hallo'), bodyDesign: { blocks: [{ type: 'divider' }] } } },
    };
    const after = receiveServerState(receiveSave(mine, sent, 4), followed, later());
    expect(changedFieldsByLanguage(after).size).toBe(0);
    expect(after.history.steps).toHaveLength(1);
    expect(workOf(undoInSession(after))['de']).toEqual(followed.state['de']);
    const touched = undoInSession(editSubject(session(), 'de', 'Moin'));
    const both = receiveSave(addLine(touched, 'en'), sent, 4);
    expect(receiveServerState(both, followed, later()).history.steps).toHaveLength(1);
    const kept = receiveSave(addLine(editSubject(session(), 'de', 'Moin'), 'en'), workOf(mine), 4);
    const last = receiveServerState(
      receiveSave(kept, { de: workOf(kept)['de'] as never, ...sent }, 4),
      { version: 4, state: { ...followed.state, de: { ...followed.state['de'], subject: 'Moin' } } },
      later(),
    );
    expect(undoStepOf(last)?.label).toBe('follow');
    expect(changedFieldsByLanguage(last).size).toBe(0);
  });

  test('text typed during a save is unsaved after it', () => {
    const mine = editSubject(session(), 'en', 'Good day');
    const sent = { en: workOf(mine)['en'] as never };
    const after = receiveSave(editSubject(mine, 'en', 'Good evening'), sent, 4);
    const theirs = { version: 4, state: { ...base().state, ...sent } };
    expect(changed(receiveServerState(after, theirs, later()))).toEqual({ en: ['subject'] });
  });

  test('removing a language removes its steps', () => {
    const { de: _, ...left } = base(4).state;
    const clean = undoInSession(editSubject(session(), 'de', 'Moin'));
    const after = receiveServerState(clean, { version: 4, state: left }, later());
    expect(Object.keys(workOf(after))).toEqual(['en']);
    expect(after.history.steps).toEqual([]);
    expect(
      Object.keys(
        workOf(receiveServerState(editSubject(session(), 'de', 'Moin'), { version: 4, state: left }, 0)),
      ),
    ).toEqual(['en', 'de']);
  });

  test('discarding adopts all changes by others', () => {
    const mine = editCode(editSubject(session(), 'en', 'Good day'), 'de', '{', later());
    const after = discardChanges(mine, other(4), later());
    expect([workOf(after), after.codes, after.base.version]).toEqual([other(4).state, {}, 4]);
    expect(workOf(undoInSession(after))['en']?.['subject']).toBe('Good day');
  });
});

describe('work stored in the browser', () => {
  const taken = (kept: unknown, record = 'layouts/1') =>
    resumeWork(session(), readLocalWork(JSON.parse(JSON.stringify(kept)), record), 3);

  test('has all changed languages with their undo steps', () => {
    const both = editHtml(editSubject(session(), 'en', 'Good day'), 'de', 'Erstens');
    const kept = toLocalWork(both);
    expect(Object.keys(kept.languages)).toEqual(['en', 'de']);
    const after = taken(kept);
    expect(workOf(after)).toEqual(workOf(both));
    expect(workOf(undoInSession(undoInSession(after)))).toEqual(base().state);
  });

  test('keeps fewer steps for long texts, so that the work itself fits', () => {
    const long = 'word '.repeat(38_000);
    const many = Array.from({ length: 20 }, (_, nth) => `${long}${nth}`).reduce(
      (before, html) => editHtml(before, 'en', html),
      editSubject(session(), 'de', 'Moin'),
    );
    const kept = toLocalWork(many);
    expect(JSON.stringify(kept).length).toBeLessThan(1_000_000);
    const after = taken(kept);
    expect(workOf(after)).toEqual(workOf(many));
    expect(designOf(undoInSession(after), 'en').blocks[0]?.html).toBe(`${long}18`);
  });

  test('leaves out unchanged languages and steps that involve them', () => {
    const first = editSubject(session(), 'en', 'Good day');
    const after = receiveSave(first, { en: workOf(first)['en'] as never }, 4);
    const kept = toLocalWork(editHtml(after, 'de', 'Erstens'));
    expect([Object.keys(kept.languages), kept.steps?.length, kept.at]).toEqual([['de'], 1, 1]);
  });

  test('keeps code that is not JSON as it is', () => {
    const broken = editCode(editSubject(session(), 'en', 'Hi'), 'de', '{ "blocks": [', later());
    const after = taken(toLocalWork(broken));
    expect(after.codes).toEqual({ de: { text: '{ "blocks": [', design: null } });
    expect(changed(after)).toEqual({ en: ['subject'], de: ['body'] });
  });

  test('restores and undoes work that an earlier release stored per language', () => {
    const patch = { kind: 'put', path: ['subject'], value: 'Moin' };
    const step = { label: 'subject', before: null, after: null, time: 0, typing: null };
    const old = {
      ...{ subject: 'Moin', previewText: '', body: JSON.stringify({ blocks: [text('Eins'), text('Zwei')] }) },
      ...{ steps: [{ ...step, patches: [patch], inverse: [{ ...patch, value: 'Hallo' }] }], at: 1 },
    };
    const after = taken(old, 'layouts/1/de');
    expect(changed(after)).toEqual({ de: ['subject'] });
    expect(workOf(undoInSession(after))).toEqual(base().state);
  });

  test('leaves out languages that the layout no longer has', () => {
    const kept = toLocalWork(editSubject(editSubject(session(), 'en', 'Hi'), 'de', 'Moin'));
    const { de: _, ...left } = base().state;
    const after = resumeWork(beginSession({ version: 4, state: left }, 'en'), kept, 3);
    expect(Object.keys(workOf(after))).toEqual(['en']);
    expect(after.history.steps).toEqual([]);
  });
});

describe('save request', () => {
  const options = { main: 'en', follows: true };

  test('sends only what was touched in each language', () => {
    const both = editHtml(editSubject(session(), 'en', 'Good day'), 'de', 'Erstens');
    const { fields, translations } = saveRequestOf(both, options);
    expect(fields).toEqual({ subject: 'Good day' });
    expect(translations).toEqual({ de: { bodyDesign: { blocks: [text('Erstens'), text('Zwei')] } } });
  });

  test('sends designs that already follow the main language', () => {
    const both = editHtml(addLine(session(), 'en'), 'de', 'Erstens');
    const blocks = [{ type: 'divider' }, text('Erstens'), text('Zwei')];
    expect(saveRequestOf(both, options).translations).toEqual({ de: { bodyDesign: { blocks } } });
    expect(saveRequestOf(both, { ...options, follows: false }).translations).toEqual({
      de: { bodyDesign: { blocks: blocks.slice(1) } },
    });
  });

  test('reports errors at their language', () => {
    const faults = { subject: 'required', 'translations.de.bodyDesign.blocks[0].html': 'required' };
    expect(errorsOfLanguage(faults, 'en', 'en')).toEqual({ subject: 'required' });
    expect(errorsOfLanguage(faults, 'de', 'en')).toEqual({ 'bodyDesign.blocks[0].html': 'required' });
    expect(errorsOfLanguage(faults, 'fr', 'en')).toEqual({});
  });
});
