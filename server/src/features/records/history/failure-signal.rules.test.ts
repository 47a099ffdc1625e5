import { describe, expect, test } from 'vitest';
import { failureSignal } from './failure-signal.rules.ts';

const failed = (error: string | null) => failureSignal({ status: 'FAILED', error, timeline: [] });

describe('why an execution failed, in a word of the list', () => {
  test.each([
    ['quota used up', 'quota', ''],
    ['1 of 1 messages did not surely arrive (1 failed): quota used up', 'quota', ''],
    ['headers[2]: Liquid: no secret named "ERP_KEY", line 1, column 8', 'secret_missing', 'ERP_KEY'],
    [
      'the layout requires order.id, order.lines[0].title',
      'variable_missing',
      'order.id, order.lines[0].title',
    ],
    ['this mailbox is not connected any more: connect it again on the Senders page', 'mailbox_lost', ''],
    [
      'the provider does not let us send from this mailbox: connect it again on the Senders page',
      'mailbox_lost',
      '',
    ],
    ['the store has no sender', 'no_sender', ''],
    ['the sender of this step does not exist any more', 'sender_gone', ''],
    ['smtp.example.com refused the login: 535 no', 'login_refused', ''],
    ['smtp.example.com offers no login that works with these credentials', 'login_refused', ''],
    ['smtp.example.com refused the sender: 553 no', 'sender_refused', ''],
    ['smtp.example.com refused the recipient: 550 5.1.1 <anna@example.com>', 'recipient_refused', ''],
    ['smtp.example.com refused the message: 554 spam', 'message_refused', ''],
    ['Google refused the message: bad', 'message_refused', ''],
    ['smtp.example.com refused the connection: 421 later', 'message_refused', ''],
    ['smtp.example.com refused a secure connection: 454 no', 'tls', ''],
    ['smtp.example.com took the message and did not say what became of it', 'unknown_outcome', ''],
    [
      'its process stopped while the call was under way; whether the target acted on it is not known, so it was not repeated',
      'unknown_outcome',
      '',
    ],
    ['the target answered 404', 'answered', '404'],
    ['the target answered 503', 'answered', '5xx'],
    [
      'the target answered 301 and points to https://a.example/anna; redirects are not followed',
      'redirected',
      '301',
    ],
    ['attachment "anna.pdf" could not be fetched: a.example answered 500', 'attachment', ''],
    [
      'a.example is or leads to a private or reserved address; an operator can allow it with X',
      'forbidden_target',
      '',
    ],
    ['port 25 of a.example belongs to another protocol and is never called', 'forbidden_target', ''],
    ['no secure connection to a.example: its certificate is not valid for it', 'tls', ''],
    ['a.example did not finish the TLS handshake within 10 s', 'tls', ''],
    ['Google asks us to wait', 'asked_to_wait', ''],
    ['the server takes mails of at most 1000 bytes', 'too_large', ''],
    ['a.example cannot be resolved: there is no such name', 'unreachable', ''],
    ['a.example refuses connections on port 443', 'unreachable', ''],
    ['a.example did not answer within 30 s', 'unreachable', ''],
    ['a.example closed the connection before it took the message', 'unreachable', ''],
    ['a.example answered with something that is not valid HTTP', 'bad_answer', ''],
    ['the layout of this step does not exist', 'config_gone', ''],
    ['subject: Liquid: more than 2 MB of output', 'content', ''],
    ['url: the url is not valid', 'content', ''],
    ['the subject is empty with the variables of this step', 'content', ''],
    ['anna.berg@example.com wrote something', 'other', ''],
    [null, 'other', ''],
  ])('%s', (error, reason, detail) => {
    expect(failed(error)).toEqual({ reason, detail });
  });

  test('names that are none are not taken along', () => {
    expect(failed('the layout requires anna.berg@example.com')).toEqual({ reason: 'other', detail: '' });
    expect(failed('Liquid: no secret named "Anna Berg", line 1')).toEqual({ reason: 'content', detail: '' });
    expect(failed('the target answered 404 to Anna')).toEqual({ reason: 'other', detail: '' });
  });

  test('what went well says nothing, unless it is not known whether it did', () => {
    const sent = { at: '', event: 'sent' };
    const timeline = [sent, { at: '', event: 'unknown' }];
    expect(failureSignal({ status: 'SUCCESS', error: null, timeline: [sent] })).toBeNull();
    expect(failureSignal({ status: 'SKIPPED', error: null, timeline: [] })).toBeNull();
    expect(failureSignal({ status: 'SUCCESS', error: null, timeline })).toEqual({
      ...{ reason: 'unknown_outcome', detail: '' },
    });
  });
});
