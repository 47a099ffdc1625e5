import { describe, expect, test } from 'vitest';
import { type Message, message, textOf } from '../../../kernel/messages/message.ts';
import { failureSignal } from './failure-signal.rules.ts';
import { maskMessage } from './mask-message.rules.ts';

const failed = (error: Message | null) => failureSignal({ status: 'FAILED', error, timeline: [] });

const host = 'a.example';
const answer = '550 5.1.1 <anna@example.com>';
const ofOne = (error: Message) =>
  message('emails_failed', { missing: 1, all: 1, counts: message('counts_failed', { failed: 1 }), error });
const inField = (reason: Message) => message('field_problem', { field: 'headers[2]', reason });
const inLiquid = (reason: Message) => message('liquid_at', { reason, line: 1, column: 8 });

describe('failure reason of an execution', () => {
  test.each<[Message | null, string, string]>([
    [message('quota_used_up'), 'quota', ''],
    [ofOne(message('quota_used_up')), 'quota', ''],
    [inField(inLiquid(message('secret_missing', { name: 'ERP_KEY' }))), 'secret_missing', 'ERP_KEY'],
    [
      message('variables_missing', { paths: 'order.id, order.lines[0].title' }),
      'variable_missing',
      'order.id, order.lines[0].title',
    ],
    [message('mailbox_lost_because', { error: message('mailbox_gone') }), 'mailbox_lost', ''],
    [message('mailbox_lost'), 'mailbox_lost', ''],
    [message('no_sender'), 'no_sender', ''],
    [message('sender_of_step_deleted'), 'sender_gone', ''],
    [message('host_refused_login', { host, answer }), 'login_refused', ''],
    [message('no_login_method', { host }), 'login_refused', ''],
    [message('host_refused_sender', { host, answer }), 'sender_refused', ''],
    [ofOne(message('host_refused_recipient', { host, answer })), 'recipient_refused', ''],
    [message('host_refused_message', { host, answer }), 'message_refused', ''],
    [message('provider_refused_email', { name: 'Google', answer }), 'message_refused', ''],
    [message('host_refused_connection', { host, answer }), 'message_refused', ''],
    [message('host_refused_tls', { host, answer }), 'tls', ''],
    [message('email_unconfirmed', { host }), 'unknown_outcome', ''],
    [message('stopped_during_call'), 'unknown_outcome', ''],
    [message('target_answered', { status: 404 }), 'answered', '404'],
    [message('target_answered', { status: 503 }), 'answered', '5xx'],
    [message('target_redirected', { status: 301, address: 'https://a.example/anna' }), 'redirected', '301'],
    [
      message('attachment_not_fetched', {
        name: 'anna.pdf',
        error: message('host_answered', { host, status: 500 }),
      }),
      'attachment',
      '',
    ],
    [message('private_target', { host, setting: 'X' }), 'forbidden_target', ''],
    [message('port_forbidden', { host, port: 25 }), 'forbidden_target', ''],
    [message('port_own', { host, port: 9070 }), 'forbidden_target', ''],
    [message('tls_failed', { host, reason: message('certificate_invalid') }), 'tls', ''],
    [message('asked_to_wait', { name: 'Google' }), 'asked_to_wait', ''],
    [message('email_too_large', { size: 1000 }), 'too_large', ''],
    [message('host_unknown', { host }), 'unreachable', ''],
    [message('answer_timeout', { host, time: '30 s' }), 'unreachable', ''],
    [message('not_http', { host }), 'bad_answer', ''],
    [message('layout_of_step_gone'), 'config_gone', ''],
    [inField(message('liquid', { reason: message('output_too_large') })), 'content', ''],
    [inField(message('url_invalid')), 'content', ''],
    [message('subject_empty'), 'content', ''],
    [message('stored_sentence', { text: 'anna.berg@example.com wrote something' }), 'other', ''],
    [null, 'other', ''],
  ])('%o', (error, reason, detail) => {
    expect(failed(error)).toEqual({ reason, detail });
  });

  test.each<[Message, string]>([
    [ofOne(message('host_refused_recipient', { host, answer })), 'recipient_refused'],
    [message('secret_missing', { name: 'TOKEN' }), 'secret_missing'],
    [message('variables_missing', { paths: 'order.name' }), 'variable_missing'],
    [inField(message('output_too_large')), 'content'],
  ])('keeps the reason but no detail when only the masked sentence is left: %o', (said, reason) => {
    const hideEverything = (text: string) => ({ text: () => ({ value: text, truncated: true }) });
    const masked = maskMessage(said, hideEverything('******'));
    expect(textOf(masked)).toBe('******');
    expect(failed(masked)).toEqual({ reason, detail: '' });
    expect(failed(maskMessage(masked, hideEverything('**')))).toEqual({ reason, detail: '' });
  });

  test('includes no names except those of secrets and variables', () => {
    const paths = 'anna.berg@example.com';
    expect(failed(message('variables_missing', { paths }))).toMatchObject({ detail: '' });
    expect(failed(message('secret_missing', { name: 'Anna Berg' }))).toMatchObject({ detail: '' });
    expect(failed(message('target_answered', { status: '404 to Anna' }))).toMatchObject({ detail: '' });
  });

  test('sends no signal on success, unless the outcome is unknown', () => {
    const sent = { at: '', event: 'sent' };
    const timeline = [sent, { at: '', event: 'unknown' }];
    expect(failureSignal({ status: 'SUCCESS', error: null, timeline: [sent] })).toBeNull();
    expect(failureSignal({ status: 'SKIPPED', error: null, timeline: [] })).toBeNull();
    expect(failureSignal({ status: 'SUCCESS', error: null, timeline })).toEqual({
      ...{ reason: 'unknown_outcome', detail: '' },
    });
  });
});
