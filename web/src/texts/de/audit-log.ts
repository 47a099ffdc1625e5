import type { Texts } from '../en/index.ts';

export const auditLog: Texts['auditLog'] = {
  lead: 'Alle Änderungen und Anmeldungen in diesem Shop, die neuesten zuerst.',
  export: 'Exportieren',
  when: 'Zeitpunkt',
  who: 'Wer',
  what: 'Aktion',
  target: 'Betrifft',
  inTrash: 'Im Papierkorb',
  via: 'Über',
  vias: { api: 'API', mcp: 'Assistent', app: 'App', command: 'Befehlszeile' },
  actorTypes: { key: 'API-Schlüssel', user: 'Person', operator: 'Betreiber' },
  anybody: 'Alle',
  anything: 'Alle Aktionen',
  empty: 'Noch keine Einträge',
  emptyHint: 'Hier erscheint jede Änderung durch Mitglieder, API-Schlüssel oder den Betreiber.',
};
