import type { testVariables as en } from '../en/editor-test-variables.ts';

export const testVariables: typeof en = {
  open: 'Testvariablen',
  title: 'Testvariablen',
  hint: 'Was Vorschau und Test-Mails einsetzen. Echte Mails bekommen ihre Werte vom Workflow.',
  fromMain: 'Das sind die der Hauptsprache. Sobald Sie etwas ändern, hat diese Sprache ihre eigenen.',
  views: { label: 'Wie sie bearbeitet werden', fields: 'Felder', code: 'JSON' },
  none: 'Noch keine. Fügen Sie unten die erste hinzu, mit dem Namen, den die E-Mail verwendet.',
  cut: 'Es gibt mehr, als hier Platz haben. JSON zeigt alle.',
  addTo: (list) => `Eintrag zu ${list} hinzufügen`,
  remove: (name) => `${name} entfernen`,
  removed: (name) => `${name} entfernt`,
  added: (name) => `${name} hinzugefügt`,
  name: 'Name einer neuen Variablen',
  nameHint: 'Wie in Liquid: customer.first_name',
  add: 'Hinzufügen',
  wrongName:
    'Ein Name besteht aus Buchstaben, Ziffern, - und _; Punkte führen in eine Gruppe: customer.first_name',
  taken: 'Eine mit diesem Namen gibt es schon.',
  code: 'Alle Testvariablen als JSON',
  value: 'als JSON',
  invalid: 'Das ist noch kein gültiges JSON. Es bleibt hier stehen, und die E-Mail bleibt, wie sie war.',
  mustBeObject: 'Das Ganze muss ein Objekt sein: { … }',
  discard: 'Zurück zu dem, was die E-Mail hat',
};
