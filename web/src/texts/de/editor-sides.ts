import type { sides as en } from '../en/editor-sides.ts';
import { plural } from '../grammar/plural.ts';

export const sides: typeof en = {
  own: 'Blöcke dieses Layouts',
  shared: (name) => `Gemeinsam: ${name}`,
  replaces: 'Eine gemeinsame tritt an die Stelle der Blöcke, die da sind. „Rückgängig“ bringt sie zurück.',
  usedBy: (count) => plural('de', count, { one: 'Von # Layout verwendet', other: 'Von # Layouts verwendet' }),
  gone: 'Diese Kopf- oder Fußzeile gibt es nicht mehr.',
  detach: 'Ablösen',
  detachHint: 'Kopiert die Blöcke in dieses Layout, wo sie geändert werden können.',
  detached: (side) => `${side}: die Blöcke gehören jetzt diesem Layout`,
  tooMany: 'Mit diesen Blöcken hätte das Layout mehr, als es haben darf.',
};
