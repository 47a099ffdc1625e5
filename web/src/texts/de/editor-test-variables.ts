import type { testVariables as en } from '../en/editor-test-variables.ts';

export const testVariables: typeof en = {
  open: 'Testvariablen',
  title: 'Testvariablen',
  hint: 'Werte für die Vorschau und für Test-E-Mails. Echte E-Mails erhalten ihre Werte vom Workflow.',
  fromMain:
    'Diese Werte stammen aus der Hauptsprache. Sobald Sie etwas ändern, erhält diese Sprache eigene Werte.',
  views: { label: 'Bearbeitungsmodus', fields: 'Felder', code: 'JSON' },
  none: 'Noch keine Testvariablen. Fügen Sie unten die erste hinzu, mit dem Namen aus der E-Mail.',
  cut: 'Es gibt mehr Variablen, als hier angezeigt werden. Unter „JSON“ sehen Sie alle.',
  addTo: (list) => `Eintrag zu ${list} hinzufügen`,
  remove: (name) => `${name} entfernen`,
  removed: (name) => `${name} entfernt`,
  added: (name) => `${name} hinzugefügt`,
  name: 'Name der neuen Variable',
  nameHint: 'In Liquid der Teil nach „variables.“, zum Beispiel customer.first_name',
  add: 'Hinzufügen',
  wrongName:
    'Erlaubt sind Buchstaben, Ziffern, - und _. Mit einem Punkt bilden Sie Gruppen: customer.first_name',
  taken: 'Diesen Namen gibt es bereits.',
  code: 'Alle Testvariablen als JSON',
  value: 'als JSON',
  invalid: 'Das JSON ist noch ungültig. Ihre Eingabe bleibt hier stehen, die E-Mail ändert sich nicht.',
  mustBeObject: 'Das JSON muss ein Objekt sein: { … }',
  discard: 'Eingabe verwerfen',
};
