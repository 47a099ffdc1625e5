import type { Texts } from '../en/index.ts';
import { plural } from '../grammar/plural.ts';

export const presets: Texts['presets'] = {
  lead: 'Kopf- und Fußzeilen und Bausteine, die sich mehrere Layouts teilen. Eine Änderung gilt für die nächste E-Mail jedes dieser Layouts.',
  create: 'Neue Kopf- oder Fußzeile',
  createIt: 'Anlegen',
  search: 'Kopf- und Fußzeilen suchen',
  empty: 'Noch keine Kopf- und Fußzeilen',
  emptyHint: 'Schreiben Sie eine Kopf- oder Fußzeile einmal und verwenden Sie sie in allen Layouts.',
  kind: 'Art',
  anyKind: 'Alle Arten',
  kinds: { header: 'Kopfzeile', footer: 'Fußzeile', part: 'Baustein' },
  usedBy: 'Verwendet von',
  changed: 'Geändert',
  layout: (name) => `Layout „${name}“`,
  nameHint: 'Wie Ihr Team sie nennt; Kundinnen und Kunden sehen den Namen nicht.',
  newPart: '<p>Was mehrere E-Mails sagen.</p>',
  newFooter: '<p>Ihr Shop · Hauptstraße 1 · 10115 Berlin</p>',
  rename: 'Umbenennen',
  deleteTitle: (name) => `„${name}“ löschen?`,
  deleteText: 'Sie ist endgültig weg. Was ein Layout verwendet, bleibt erhalten.',
  blocks: 'Blöcke',
  blocksHint: 'Als JSON, wie die Blöcke eines Designs. Die Vorschau folgt beim Tippen; Strg+S speichert.',
  noBlocks: 'Hier muss eine Liste von Blöcken stehen: [ … ] oder { "blocks": [ … ] }.',
  middle: 'Hier steht, was das Layout sagt.',
  ownLanguage: 'Hauptsprache',
  ownIs: (language) => `${language}, Hauptsprache`,
  languageBarHint: 'Eine E-Mail bekommt den Text ihrer Sprache, sonst den der Hauptsprache.',
  outdated: (count) => plural('de', count, { one: '# Text ist veraltet', other: '# Texte sind veraltet' }),
  outdatedLead:
    'Die Hauptsprache wurde hier geändert, oder dies ist noch eine Kopie von ihr. E-Mails gehen mit dem hinaus, was hier steht.',
  reachHint: 'Je Layout die Sprachen der E-Mails, die bekommen, was hier steht.',
  reachNone: 'Noch ist keine E-Mail in dieser Sprache',
  restoreText: (useCount) =>
    useCount === 0
      ? 'Der jetzige Stand bleibt in der Liste der Versionen.'
      : `${plural('de', useCount, { one: 'Die nächste E-Mail von # Layout hat sie.', other: 'Die nächsten E-Mails von # Layouts haben sie.' })} Der jetzige Stand bleibt in der Liste der Versionen.`,
  use: 'Um sie zu verwenden, schreiben Sie in ein Design:',
};
