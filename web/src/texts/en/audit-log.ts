export const auditLog = {
  lead: 'Who changed what in this store, newest first.',
  when: 'When',
  who: 'Who',
  what: 'What',
  target: 'Target',
  via: 'Through',
  vias: { api: 'API', mcp: 'Assistant', app: 'App', command: 'Command line' },
  actorTypes: { key: 'Key', user: 'Person', operator: 'Operator' },
  anybody: 'Anybody',
  anything: 'Anything',
  empty: 'Nothing has been changed yet',
  emptyHint: 'Every change by a person, a key or the operator is written down here.',
};
