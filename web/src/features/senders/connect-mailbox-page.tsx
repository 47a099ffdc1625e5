import { Button, Skeleton, Stack } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { ApiError, storeApi } from '../../api/client.ts';
import { useErrorText } from '../../api/error-text.ts';
import { FormFailure } from '../../parts/failure.tsx';
import { notify } from '../../parts/notify.ts';
import { useSearchParams } from '../../parts/search-params.ts';
import { StandalonePage } from '../../parts/standalone-page.tsx';
import { storePath } from '../../parts/store-path.ts';
import { useTexts } from '../../texts/texts.tsx';
import type { ConnectedMailboxView } from './queries.ts';

/** The redirect target for Google and Microsoft. Passes their response to the server, once. */
export function Page() {
  const { mailboxes, sentences } = useTexts();
  const [{ state = '', code, error, iss }] = useSearchParams();
  // The state starts with the id of the store it came from; the server checks that it was issued here.
  const [storeId = ''] = /^[0-9a-f-]{36}(?=\.)/.exec(state) ?? [];
  const navigate = useNavigate();
  const errorText = useErrorText();
  const [failure, setFailure] = useState<string | null>(null);
  const handed = useRef(false);
  useEffect(() => {
    if (handed.current) return;
    handed.current = true;
    const finishConnection = async () => {
      try {
        if (!storeId) throw new ApiError(409, sentences.connection_expired ?? mailboxes.failed);
        const answer = { state, code, error, iss };
        const { address } = await storeApi(storeId).post<ConnectedMailboxView>(
          '/mailbox-connections/answer',
          answer,
        );
        notify(mailboxes.connected(address));
        await navigate({ to: storePath(storeId, 'senders'), replace: true });
      } catch (trouble) {
        setFailure(errorText(trouble));
      }
    };
    void finishConnection();
  });
  if (failure === null)
    return (
      <StandalonePage title={mailboxes.connecting}>
        <Skeleton height={36} />
      </StandalonePage>
    );
  return (
    <StandalonePage title={mailboxes.failed}>
      <Stack>
        <FormFailure text={failure} />
        <Button component={Link} to={storeId ? storePath(storeId, 'senders') : '/'} replace fullWidth>
          {mailboxes.toSenders}
        </Button>
      </Stack>
    </StandalonePage>
  );
}
