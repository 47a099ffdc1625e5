import type { sides as en } from '../en/editor-sides.ts';
import { plural } from '../grammar/plural.ts';

export const sides: typeof en = {
  parts: 'Gemeinsame Abschnitte',
  locked: 'gemeinsamer Abschnitt, gesperrt',
  share: 'Als gemeinsamen Abschnitt speichern',
  shareIt: 'Abschnitt anlegen',
  shareHint:
    'Der Block wird zum gemeinsamen Abschnitt, den Sie auch in anderen Layouts verwenden können. Änderungen gelten dann ab der nächsten E-Mail für alle diese Layouts.',
  own: 'Eigene Blöcke dieses Layouts',
  shared: (name) => `Gemeinsamer Abschnitt: ${name}`,
  replaces:
    'Wenn Sie einen gemeinsamen Abschnitt auswählen, ersetzt er die vorhandenen Blöcke. Mit „Rückgängig“ holen Sie sie zurück.',
  usedBy: (count) => plural('de', count, { one: 'In # Layout verwendet', other: 'In # Layouts verwendet' }),
  gone: 'Dieser gemeinsame Abschnitt wurde gelöscht.',
  editHere: 'Hier bearbeiten',
  editing: (title) => `Sie bearbeiten: ${title}`,
  editingHint:
    'Der Rest der E-Mail wird nur angezeigt. Ihre Änderungen gelten ab der nächsten E-Mail für alle Layouts, die diesen Abschnitt verwenden.',
  editingIn: (language) => `Sprache: ${language}.`,
  back: 'Zurück zum Layout',
  backInLayout: 'Zurück im Layout',
  saveIt: { header: 'Kopfzeile speichern', footer: 'Fußzeile speichern', part: 'Abschnitt speichern' },
  brought: 'Jemand anderes hat inzwischen ebenfalls gespeichert. Beide Änderungen wurden übernommen.',
  undoBrings: 'Mit „Rückgängig“ holen Sie Ihre Fassung zurück.',
  left: 'Dieser Abschnitt ist nicht mehr Teil der E-Mail. Ihre Änderungen bleiben in diesem Browser erhalten und werden beim nächsten Bearbeiten angeboten.',
  detach: 'Verknüpfung lösen',
  detachHint:
    '„Verknüpfung lösen“ kopiert die Blöcke in dieses Layout. Danach können Sie sie unabhängig bearbeiten.',
  detached: (side) => `${side}: Die Blöcke gehören jetzt nur zu diesem Layout`,
  tooMany: 'Das Layout hätte damit zu viele Blöcke. Löschen Sie zuerst einige.',
};
