import type { sides as en } from '../en/editor-sides.ts';
import { plural } from '../grammar/plural.ts';

export const sides: typeof en = {
  parts: 'Bausteine',
  locked: 'gemeinsam, gesperrt',
  share: 'Als Baustein teilen',
  shareIt: 'Teilen',
  shareHint:
    'Der Block wird ein Baustein, den auch andere Layouts haben können. Eine Änderung daran gilt für die nächste E-Mail jedes dieser Layouts.',
  own: 'Blöcke dieses Layouts',
  shared: (name) => `Gemeinsam: ${name}`,
  replaces: 'Eine gemeinsame tritt an die Stelle der Blöcke, die da sind. „Rückgängig“ bringt sie zurück.',
  usedBy: (count) => plural('de', count, { one: 'Von # Layout verwendet', other: 'Von # Layouts verwendet' }),
  gone: 'Das gibt es nicht mehr.',
  editHere: 'Hier bearbeiten',
  editing: (title) => `Sie bearbeiten: ${title}`,
  editingHint:
    'Der Rest der E-Mail wird nur gezeigt. Was hier gespeichert wird, gilt für die nächste E-Mail jedes Layouts, das es verwendet.',
  editingIn: (language) => `Sprache: ${language}.`,
  back: 'Zurück zum Layout',
  backInLayout: 'Zurück im Layout',
  saveIt: { header: 'Kopfzeile speichern', footer: 'Fußzeile speichern', part: 'Baustein speichern' },
  brought: 'Inzwischen hatte jemand anderes gespeichert. Beide Änderungen sind gespeichert.',
  undoBrings: '„Rückgängig“ bringt Ihre zurück.',
  left: 'Es steht nicht mehr in dieser E-Mail. Ihre Änderungen bleiben in diesem Browser und werden beim nächsten Bearbeiten angeboten.',
  detach: 'Ablösen',
  detachHint: '„Ablösen“ kopiert die Blöcke in dieses Layout, wo sie für sich geändert werden.',
  detached: (side) => `${side}: die Blöcke gehören jetzt diesem Layout`,
  tooMany: 'Mit diesen Blöcken hätte das Layout mehr, als es haben darf.',
};
