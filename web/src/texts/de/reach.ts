import type { Texts } from '../en/index.ts';
import { plural } from '../grammar/plural.ts';

export const reach: Texts['reach'] = {
  line: (facts) => `Auswirkungen: ${facts.join(' · ')}`,
  layouts: (count) => plural('de', count, { one: '# Layout', other: '# Layouts' }),
  steps: (count) =>
    count === 0 ? 'kein bekannter Schritt' : plural('de', count, { one: '# Schritt', other: '# Schritte' }),
  // Short, because it is beside Save on a phone.
  runs: (count) => plural('de', count, { one: '#-mal in 30 Tagen', other: '#-mal in 30 Tagen' }),
  runsAtLeast: (count) =>
    plural('de', count, { one: 'über #-mal in 30 Tagen', other: 'über #-mal in 30 Tagen' }),
  noRuns: 'nie in 30 Tagen',
  nothing: 'In den letzten 30 Tagen von keinem Workflow ausgeführt.',
  noLayout: 'Wird in keinem Layout verwendet.',
  looking: 'Auswirkungen werden ermittelt …',
  unknown: 'Die Auswirkungen ließen sich nicht ermitteln.',
  hint: 'Ausführungen durch Workflows. Tests, erneut gesendete E-Mails und E-Mails im Test-Postfach zählen nicht mit.',
  countedOver: (runs, since) =>
    `Die Zahlen pro Schritt und Sprache beruhen auf den letzten ${runs} Ausführungen (seit ${since}).`,
  languages: 'Sprachen',
  layoutList: 'Layouts',
  stepList: 'Workflow-Schritte',
  runsOf: (count) => plural('de', count, { one: '# Ausführung', other: '# Ausführungen' }),
  lastRan: 'zuletzt:',
  step: (stepId) => `Schritt ${stepId}`,
  willFail: (count) =>
    plural('de', count, {
      one: '# Workflow-Schritt verwendet dies und schlägt danach fehl:',
      other: '# Workflow-Schritte verwenden dies und schlagen danach fehl:',
    }),
  inWorkflow: (workflow, steps) =>
    steps === 1
      ? workflow
      : `${workflow} (${plural('de', steps, { one: '# Schritt', other: '# Schritte' })})`,
  more: (count) => plural('de', count, { one: 'und # weiterer Eintrag', other: 'und # weitere Einträge' }),
  ran: (runs) => `Insgesamt ausgeführt: ${runs}.`,
  ranUnused: (runs) => `Derzeit in keinem bekannten Workflow-Schritt verwendet. Bisher ausgeführt: ${runs}.`,
};
