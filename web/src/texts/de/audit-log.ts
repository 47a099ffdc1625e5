import type { Texts } from '../en/index.ts';

export const auditLog: Texts['auditLog'] = {
  lead: 'Wer in diesem Shop was geändert hat und wie sich seine Leute anmelden, das Neueste zuerst.',
  export: 'Exportieren',
  when: 'Wann',
  who: 'Wer',
  what: 'Was',
  target: 'Woran',
  inTrash: 'Im Papierkorb',
  via: 'Womit',
  vias: { api: 'API', mcp: 'Assistent', app: 'App', command: 'Kommandozeile' },
  actorTypes: { key: 'Schlüssel', user: 'Person', operator: 'Betreiber' },
  anybody: 'Alle',
  anything: 'Alles',
  empty: 'Noch wurde nichts geändert',
  emptyHint: 'Jede Änderung durch eine Person, einen Schlüssel oder den Betreiber steht dann hier.',
};
