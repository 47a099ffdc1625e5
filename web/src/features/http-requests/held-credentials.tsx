import { Alert, Button, Code, List, Stack, Text } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useErrorText } from '../../api/error-text.ts';
import { FormFailure } from '../../parts/failure.tsx';
import { labelField } from '../../texts/said.ts';
import { useTexts } from '../../texts/texts.tsx';
import { type HttpRequestWithEtag, useConfirmCredentials } from './queries.ts';

/** Parses a warning from the server: the field, and the host that its credential was entered for. */
const HELD = /^(.+?): set for (.+), so it is not sent; set it again, or confirm it in the app$/s;

interface HeldCredentialsProps {
  of: HttpRequestWithEtag;
  mayConfirm: boolean;
  onConfirmed: (confirmed: HttpRequestWithEtag) => void;
}

/**
 * Credentials that the saved request no longer sends because its host has changed, with a way to confirm
 * them.
 */
export function HeldCredentialsNotice({
  of: { request, etag },
  mayConfirm,
  onConfirmed,
}: HeldCredentialsProps) {
  const { httpRequests, versions } = useTexts();
  const errorText = useErrorText();
  const confirm = useConfirmCredentials(request.id);
  const held = (request.warnings ?? []).flatMap((warning) => {
    const [, field = '', host = ''] = HELD.exec(warning) ?? [];
    return field === '' ? [] : [{ field, host }];
  });
  if (held.length === 0) return null;
  const nameOf = (field: string) =>
    field.startsWith('headers.')
      ? httpRequests.headerNamed(field.slice('headers.'.length))
      : labelField(versions.fields, field);
  return (
    <Alert color="yellow" variant="light" icon={<IconKey />} title={httpRequests.held} role="alert">
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{mayConfirm ? httpRequests.heldText : httpRequests.heldViewer}</Text>
        <List size="sm">
          {held.map(({ field, host }) => (
            <List.Item key={field}>{httpRequests.heldFor(nameOf(field), host)}</List.Item>
          ))}
        </List>
        <Text size="sm">
          {httpRequests.heldUrl} <Code style={{ overflowWrap: 'anywhere' }}>{request.url}</Code>
        </Text>
        {mayConfirm && (
          <Button
            size="xs"
            variant="default"
            loading={confirm.isPending}
            onClick={() => confirm.mutate(etag, { onSuccess: onConfirmed })}
          >
            {httpRequests.heldConfirm}
          </Button>
        )}
        <FormFailure text={confirm.error ? errorText(confirm.error) : null} />
      </Stack>
    </Alert>
  );
}
