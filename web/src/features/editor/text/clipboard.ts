import { type Node, Slice } from 'prosemirror-model';
import { Plugin } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { openText, type TextKind } from './open-text.rules.ts';
import { readPaste, readPlainPaste } from './paste.rules.ts';
import { writeFragment } from './write-rich.rules.ts';

/** Around what was copied here, which is read again as it is. */
const OWN = '<div data-outstep-text>';

function ownText(html: string): string | null {
  const begin = html.indexOf(OWN);
  const end = html.lastIndexOf('</div>');
  return begin >= 0 && end > begin ? html.slice(begin + OWN.length, end) : null;
}

function copy(view: EditorView, event: ClipboardEvent, kind: TextKind) {
  const { selection } = view.state;
  if (selection.empty || !event.clipboardData) return false;
  const { content } = selection.content();
  const text = content.textBetween(0, content.size, '\n', (leaf) =>
    leaf.type.name === 'chip' ? leaf.attrs['code'] : leaf.type.name === 'br' ? '\n' : '',
  );
  event.clipboardData.setData('text/plain', text);
  if (kind === 'rich') event.clipboardData.setData('text/html', `${OWN}${writeFragment(content)}</div>`);
  event.preventDefault();
  return true;
}

function readClipboard(data: DataTransfer): Node | null {
  const html = data.getData('text/html');
  const own = ownText(html);
  const opened = own === null ? null : openText('rich', own);
  if (opened && 'doc' in opened) return opened.doc;
  try {
    return html === '' ? readPlainPaste(data.getData('text/plain')) : readPaste(html);
  } catch {
    // Markup that nobody can read is pasted as the words that it shows.
    return readPlainPaste(data.getData('text/plain'));
  }
}

/** Copies as the mail's own text; pastes what mails can have. */
export const textClipboard = (kind: TextKind): Plugin =>
  new Plugin({
    props: {
      handleDOMEvents: {
        copy: (view, event) => copy(view, event, kind),
        cut(view, event) {
          if (!copy(view, event, kind)) return false;
          view.dispatch(view.state.tr.deleteSelection().scrollIntoView());
          return true;
        },
      },
      handlePaste(view, { clipboardData }) {
        if (!clipboardData) return false;
        const { tr } = view.state;
        if (kind === 'line') {
          const words = clipboardData.getData('text/plain').replace(/\s+/g, ' ').trim();
          view.dispatch((words === '' ? tr : tr.insertText(words)).scrollIntoView());
          return true;
        }
        const doc = readClipboard(clipboardData);
        if (doc) view.dispatch(tr.replaceSelection(Slice.maxOpen(doc.content)).scrollIntoView());
        return true;
      },
      // Files and blocks are dropped on the mail, not into its words.
      handleDrop: (_view, event) => (event.dataTransfer?.files.length ?? 0) > 0,
    },
  });
