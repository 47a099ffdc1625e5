import type { Texts } from '../en/index.ts';
import { plural } from '../grammar/plural.ts';

export const presets: Texts['presets'] = {
  lead: 'Kopfzeilen, Fußzeilen und andere Abschnitte, die mehrere Layouts gemeinsam verwenden. Änderungen gelten ab der nächsten E-Mail für alle diese Layouts.',
  create: 'Neuer Abschnitt',
  createIt: 'Anlegen',
  search: 'Abschnitte suchen',
  empty: 'Noch keine gemeinsamen Abschnitte',
  emptyHint:
    'Gestalten Sie Kopfzeilen, Fußzeilen und andere Abschnitte nur einmal und verwenden Sie sie in allen Layouts.',
  kind: 'Art',
  anyKind: 'Alle Arten',
  kinds: { header: 'Kopfzeile', footer: 'Fußzeile', part: 'Abschnitt' },
  usedBy: 'Verwendet in',
  changed: 'Geändert',
  layout: (name) => `Layout „${name}“`,
  nameHint: 'Nur für Sie und Ihr Team. Kunden sehen diesen Namen nicht.',
  newPart: '<p>Dieser Text erscheint in mehreren E-Mails.</p>',
  newFooter: '<p>Ihr Shop · Hauptstraße 1 · 10115 Berlin</p>',
  rename: 'Umbenennen',
  deleteTitle: (name) => `„${name}“ löschen?`,
  deleteText:
    'Der Abschnitt wird endgültig gelöscht. Abschnitte, die ein Layout verwendet, lassen sich nicht löschen.',
  blocks: 'Blöcke',
  blocksHint:
    'Als JSON, wie die Blöcke eines Layouts. Die Vorschau aktualisiert sich beim Tippen. Strg+S speichert.',
  noBlocks: 'Geben Sie eine Liste von Blöcken an: [ … ] oder { "blocks": [ … ] }.',
  middle: 'Hier steht der Inhalt des Layouts.',
  ownLanguage: 'Hauptsprache',
  ownIs: (language) => `${language}, Hauptsprache`,
  languageBarHint: 'E-Mails verwenden den Text in ihrer Sprache. Fehlt er, gilt der Text der Hauptsprache.',
  outdated: (count) => plural('de', count, { one: '# Text nicht aktuell', other: '# Texte nicht aktuell' }),
  outdatedLead:
    'Diese Texte sind noch nicht übersetzt, oder der Text der Hauptsprache hat sich seit der Übersetzung geändert. E-Mails werden mit den Texten gesendet, die hier stehen.',
  reachHint: 'Sprachen der E-Mails, die diesen Text enthalten, nach Layout.',
  reachNone: 'Noch keine E-Mails in dieser Sprache',
  restoreText: (useCount) =>
    useCount === 0
      ? 'Der aktuelle Stand bleibt als Version erhalten.'
      : `${plural('de', useCount, { one: 'Gilt ab der nächsten E-Mail von # Layout.', other: 'Gilt ab der nächsten E-Mail von # Layouts.' })} Der aktuelle Stand bleibt als Version erhalten.`,
  use: 'So verwenden Sie den Abschnitt im JSON eines Layouts:',
};
