import type { z } from 'zod';
import type { Masker } from '../records/history/masking.rules.ts';
import { type sentDifference, sentParts } from './compared-request.schema.ts';
import type { RequestContent } from './credentials.rules.ts';
import { shownRequest } from './outcome.rules.ts';
import type { RenderedRequest } from './rendered-request.rules.ts';

/** A request with everything filled in, or why it cannot be sent. */
export type ComparedSide = { wire: RenderedRequest; shown: RenderedRequest } | { fault: string };

export interface Comparison {
  before: ComparedSide;
  after: ComparedSide;
  /** What both were made from: credentials in it are masked wherever they end up. */
  contents: readonly RequestContent[];
}

type SentDifference = z.output<typeof sentDifference>;

type ShownRequest = ReturnType<typeof shownRequest>;
type ShownSide = ShownRequest | { fault: string };

interface RequestPart {
  part: SentDifference['part'];
  /** The name, masked. */
  name: string | null;
  wire: string;
  shown: string;
}

/** The parts of a request, each with a key that identifies it. */
function partsOf(wire: RenderedRequest, { request }: ShownRequest): Map<string, RequestPart> {
  const parts = new Map<string, RequestPart>();
  const add = (part: RequestPart['part'], sent: string, shown: string) =>
    parts.set(part, { part, name: null, wire: sent, shown });
  add('method', wire.method, request.method);
  add('url', wire.url, request.url);
  const headers = Object.entries(request.headers);
  Object.entries(wire.headers).forEach(([name, value], i) => {
    // A name may be masked too, but it keeps its position.
    const [shownName = '', shown = ''] = headers[i] ?? [];
    parts.set(`headers ${name.toLowerCase()}`, {
      ...{ part: 'headers', name: shownName },
      ...{ wire: `${name}: ${value}`, shown: `${shownName}: ${shown}` },
    });
  });
  if (wire.body !== null) add('body', wire.body, request.body ?? '');
  return parts;
}

function differencesOf(before: Map<string, RequestPart>, after: Map<string, RequestPart>): SentDifference[] {
  const keys = [...new Set([...before.keys(), ...after.keys()])];
  const inOrder = sentParts.flatMap((part) => keys.filter((key) => key.split(' ')[0] === part));
  return inOrder.flatMap((key): SentDifference[] => {
    const [was, is] = [before.get(key), after.get(key)];
    const { part, name } = (is ?? was) as RequestPart;
    if (!was || !is) return [{ part, name, how: is ? 'added' : 'removed', isShown: true }];
    return was.wire === is.wire ? [] : [{ part, name, how: 'changed', isShown: was.shown !== is.shown }];
  });
}

/**
 * Both sides as they may be shown, and the differences between them as they would be sent, masked or not
 * (contract: HTTP requests 14).
 */
export function compareShown(
  { before, after }: Comparison,
  masker: Masker,
): { before: ShownSide; after: ShownSide; differs: SentDifference[] } {
  const viewSide = (side: ComparedSide): ShownSide =>
    'fault' in side ? { fault: masker.text(side.fault).value } : shownRequest(side.shown, masker);
  const [was, is] = [viewSide(before), viewSide(after)];
  const differs =
    'fault' in before || 'fault' in after
      ? []
      : differencesOf(partsOf(before.wire, was as ShownRequest), partsOf(after.wire, is as ShownRequest));
  return { before: was, after: is, differs };
}
