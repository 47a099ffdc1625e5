import { OperationError } from '../../kernel/error.ts';
import { invalidField } from '../../kernel/fields.ts';
import type { JsonObject } from '../../kernel/json.ts';
import { type Message, message } from '../../kernel/messages/message.ts';
import type { OffloadedTask, OffloadFailure } from '../../kernel/offloaded-task.ts';
import type { OutboundOutcome } from '../../kernel/outbound.ts';
import type { Warning } from '../records/history/history.schema.ts';
import { maskMessage } from '../records/history/mask-message.rules.ts';
import { maskingWork } from '../records/history/masking-work.rules.ts';
import { warningsOf } from '../records/history/warnings.rules.ts';
import { type Comparison, compareShown } from './compare-sent.rules.ts';
import { type ContentWrite, credentialsToKeep, type KeptCredentials } from './credential-hosts.rules.ts';
import { type ContentChange, literalsOf, maskContent, type RequestContent } from './credentials.rules.ts';
import { type ShownCall, shownCall } from './outcome.rules.ts';
import type { RenderedRequest } from './rendered-request.rules.ts';
import { type MaskResolution, resolveMasks, resolveVariables } from './resolve-masks.rules.ts';
import { credentialsOf } from './sent-credentials.rules.ts';

interface CallToMask {
  /**
   * The request as saved, if it holds credentials: credentials that its description names may be in its body
   * too.
   */
  saved: RequestContent | null;
  /** The value as sent, and as it may be shown once the rest is masked. */
  wire: RenderedRequest;
  shown: RenderedRequest;
  outcome: OutboundOutcome;
  missing: Parameters<typeof warningsOf>[0];
}

/** A call that was made, as history stores it. It is stored in any case, if necessary without its texts. */
export const maskCall = maskingWork('mask-call', {
  learn: ({ saved, wire }: CallToMask) => [...(saved ? literalsOf(saved) : []), ...credentialsOf(wire)],
  mask: ({ shown, outcome, missing }: CallToMask, masker): { shown: ShownCall; warnings: Warning[] } => ({
    shown: shownCall(shown, outcome, masker),
    warnings: warningsOf(missing, masker),
  }),
  shown: ({ shown, outcome, missing }) => [shown, outcome, missing],
  whenBusy: 'hide',
});

/** A request as it is saved and as it would be saved, both masked; neither was sent. */
export const maskComparison = maskingWork('mask-comparison', {
  learn: ({ before, after, contents }: Comparison) => [
    ...contents.flatMap((content) => [...literalsOf(content)]),
    ...[before, after].flatMap((side) => ('wire' in side ? [...credentialsOf(side.wire)] : [])),
  ],
  mask: compareShown,
  shown: ({ before, after }) => [before, after].map((side) => ('shown' in side ? side.shown : side)),
  whenBusy: 'refuse',
});

/** Why a call was not made. */
export const maskReason = maskingWork('mask-reason', {
  mask: (reason: Message, masker) => maskMessage(reason, masker),
  whenBusy: 'hide',
});

/** The caller is waiting, and nothing was saved. */
function refuse(why: OffloadFailure): never {
  throw why instanceof OperationError ? why : invalidField('request', message('masking_too_slow'));
}

/** A request as callers may read it. */
export const maskRequest: OffloadedTask<RequestContent, ReturnType<typeof maskContent>> = {
  name: 'mask-request',
  run: maskContent,
  otherwise: (_content, why) => refuse(why),
};

/**
 * The credentials of a changed request that no place names any more, or that were entered for another host.
 */
export const keepCredentials: OffloadedTask<ContentWrite, KeptCredentials> = {
  name: 'keep-credentials-of-request',
  run: credentialsToKeep,
  otherwise: (_write, why) => refuse(why),
};

interface ContentToResolve {
  sent: ContentChange;
  stored: RequestContent | null;
}

/** The sent value, with stored credentials in place of their masks. */
export const resolveRequest: OffloadedTask<ContentToResolve, MaskResolution<ContentChange>> = {
  name: 'resolve-masks-of-request',
  run: ({ sent, stored }) => resolveMasks(sent, stored),
  otherwise: (_written, why) => refuse(why),
};

interface WrittenVariables {
  variables: JsonObject;
  stored: RequestContent;
}

export const resolveTestVariables: OffloadedTask<WrittenVariables, MaskResolution<JsonObject>> = {
  name: 'resolve-masks-of-variables',
  run: ({ variables, stored }) => resolveVariables(variables, stored),
  otherwise: (_written, why) => refuse(why),
};
