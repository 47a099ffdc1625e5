import { type Node, Slice } from 'prosemirror-model';
import { Plugin } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { isPictureType } from '../pictures/picture-file.rules.ts';
import { openText, type TextEditorKind } from './open-text.rules.ts';
import { readPaste, readPlainPaste } from './paste.rules.ts';
import { offerPastedFormatting } from './pasted-formatting.ts';
import { picturesIn } from './pasted-style.rules.ts';
import { readPasted } from './pasted-tree.rules.ts';
import { hasVisibleContent } from './split-text.rules.ts';
import { writeFragment } from './write-rich.rules.ts';

/** Marks content copied from this editor, which is pasted unchanged. */
const OWN = '<div data-outstep-text>';

function ownText(html: string): string | null {
  const begin = html.indexOf(OWN);
  const end = html.lastIndexOf('</div>');
  return begin >= 0 && end > begin ? html.slice(begin + OWN.length, end) : null;
}

function copy(view: EditorView, event: ClipboardEvent, kind: TextEditorKind) {
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

/** The content of a paste besides words. */
export interface PasteResult {
  pictures: File[];
  /** How many images are on other servers and were not included. */
  left: number;
  /** Whether keeping the formatting would make a difference. */
  hasLook: boolean;
}

const isOther = (one: Node, other: Node) => !one.eq(other);

/** The clipboard as a document of ours, and whether it has formatting that was dropped. */
function readClipboard(html: string, plain: string): { doc: Node; hasLook: boolean } {
  const own = ownText(html);
  const opened = own === null ? null : openText('rich', own);
  if (opened && 'doc' in opened) return { doc: opened.doc, hasLook: false };
  try {
    if (html === '') return { doc: readPlainPaste(plain), hasLook: false };
    const doc = readPaste(html);
    return { doc, hasLook: isOther(doc, readPaste(html, true)) };
  } catch {
    // Unreadable markup is pasted as its plain text.
    return { doc: readPlainPaste(plain), hasLook: false };
  }
}

const endingOf = (type: string) => type.replace(/^image\//, '').replace(/\+.*$/, '');

function fileOf({ type, base64 }: { type: string; base64: string }, i: number): File[] {
  try {
    const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
    return [new File([bytes], `pasted-${i + 1}.${endingOf(type)}`, { type })];
  } catch {
    return [];
  }
}

/**
 * Many programs add an image of copied text to the clipboard, so when there is text, only images within it
 * count. An image without text is a file.
 */
function picturesOf(data: DataTransfer, html: string, hasWords: boolean): Omit<PasteResult, 'hasLook'> {
  const files = [...data.files].filter(({ type }) => isPictureType(type));
  if (!hasWords && files.length > 0) return { pictures: files, left: 0 };
  if (ownText(html) !== null) return { pictures: [], left: 0 };
  try {
    const { own, left } = picturesIn(readPasted(html));
    return { pictures: own.flatMap(fileOf), left };
  } catch {
    // Unreadable markup has no images either.
    return { pictures: [], left: 0 };
  }
}

/** Copies text in the email's own format, and pastes whatever emails may contain. */
export const textClipboard = (kind: TextEditorKind, onPasted: (pasted: PasteResult) => void): Plugin =>
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
        const { state } = view;
        const html = clipboardData.getData('text/html');
        const plain = clipboardData.getData('text/plain');
        const { doc, hasLook } = readClipboard(html, plain);
        const hasWords = html === '' ? plain.trim() !== '' : hasVisibleContent(doc);
        onPasted({
          ...picturesOf(clipboardData, html, hasWords),
          hasLook: hasLook && hasWords && kind === 'rich',
        });
        if (!hasWords) return true;
        if (kind === 'line') {
          const words = plain.replace(/\s+/g, ' ').trim();
          view.dispatch((words === '' ? state.tr : state.tr.insertText(words)).scrollIntoView());
          return true;
        }
        const tr = state.tr.replaceSelection(Slice.maxOpen(doc.content)).scrollIntoView();
        view.dispatch(hasLook ? offerPastedFormatting(tr, state, html) : tr);
        return true;
      },
      // Files and blocks are dropped onto the email, not into its text.
      handleDrop: (_view, event) => (event.dataTransfer?.files.length ?? 0) > 0,
    },
  });
