import type { Texts } from '../en/index.ts';
import { plural } from '../grammar/plural.ts';

export const reach: Texts['reach'] = {
  line: (facts) => `Erreicht ${facts.join(' · ')}`,
  layouts: (count) => plural('de', count, { one: '# Layout', other: '# Layouts' }),
  steps: (count) =>
    count === 0 ? 'keinen bekannten Schritt' : plural('de', count, { one: '# Schritt', other: '# Schritte' }),
  // Short: it stands beside Save on a phone.
  runs: (count) => plural('de', count, { one: '#-mal in 30 Tagen', other: '#-mal in 30 Tagen' }),
  runsAtLeast: (count) =>
    plural('de', count, { one: 'über #-mal in 30 Tagen', other: 'über #-mal in 30 Tagen' }),
  noRuns: 'kein Mal in 30 Tagen',
  nothing: 'In 30 Tagen von keinem Workflow ausgeführt.',
  noLayout: 'Kein Layout verwendet es.',
  looking: 'Es wird nachgesehen, was das erreicht …',
  unknown: 'Was das erreicht, ließ sich nicht nachsehen.',
  hint: 'Ausführungen durch Workflows. Tests, erneut gesendete und abgefangene E-Mails zählen nicht mit.',
  countedOver: (runs, since) =>
    `Je Schritt und Sprache sind die neuesten ${runs} Ausführungen gezählt, seit ${since}.`,
  languages: 'Sprachen',
  layoutList: 'Layouts',
  stepList: 'Workflow-Schritte',
  runsOf: (count) => plural('de', count, { one: '# Ausführung', other: '# Ausführungen' }),
  lastRan: 'zuletzt:',
  step: (stepId) => `Schritt ${stepId}`,
  willFail: (count) =>
    plural('de', count, {
      one: 'In # Workflow-Schritt verwendet, der dann fehlschlägt:',
      other: 'In # Workflow-Schritten verwendet, die dann fehlschlagen:',
    }),
  inWorkflow: (workflow, steps) => plural('de', steps, { one: workflow, other: `${workflow} (# Schritte)` }),
  more: (count) => plural('de', count, { one: 'und # weiterer', other: 'und # weitere' }),
  ran: (runs) => `Zusammen: ${runs}.`,
  ranUnused: (runs) => `Von keinem Workflow-Schritt ist bekannt, dass er es jetzt verwendet. Bisher ${runs}.`,
};
