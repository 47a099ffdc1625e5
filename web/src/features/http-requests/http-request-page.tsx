import { Alert, Anchor, Box, Button, Fieldset, Grid, Skeleton, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconArrowLeft } from '@tabler/icons-react';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { lazy, useState } from 'react';
import { ApiError } from '../../api/client.ts';
import { useSubmit } from '../../api/forms.ts';
import { useMay, useStore } from '../../api/session.ts';
import { DraftNotice } from '../../parts/drafts/draft-notice.tsx';
import { type LocalDraftState, useLocalDraft } from '../../parts/drafts/use-local-draft.ts';
import { Failure, FormFailure } from '../../parts/failure.tsx';
import { notify } from '../../parts/notify.ts';
import { PageHeader } from '../../parts/page-header.tsx';
import type { Reach } from '../../parts/reach/reach.rules.ts';
import { ReachLine } from '../../parts/reach/reach-line.tsx';
import { useReach } from '../../parts/reach/use-reach.ts';
import { SaveBar } from '../../parts/save-bar.tsx';
import { Section } from '../../parts/section.tsx';
import { storePath } from '../../parts/store-path.ts';
import { useTexts } from '../../texts/texts.tsx';
import { CompareDialog } from '../compare/compare-dialog.tsx';
import { HeldCredentialsNotice } from './held-credentials.tsx';
import { type HttpRequestWithEtag, useHttpRequest, useSaveHttpRequest, useSecretNames } from './queries.ts';
import { fromRequestDraft, missingValues, type RequestDraft, toRequestDraft } from './request-draft.ts';
import { RequestFields } from './request-fields.tsx';
import {
  emptyValues,
  parseObject,
  type RequestValues,
  toFormLines,
  toRequest,
  valuesOf,
  variablePaths,
} from './request-form.ts';
import { RequestTestPanel } from './try-out.tsx';
import { Versions } from './versions.tsx';

/** Shown before a save: which steps run the request. */
const RequestReach = ({ id }: { id: string }) => (
  <ReachLine reach={useReach<Reach>(`/http-requests/${id}/reach`)} />
);

const CompareRequest = lazy(async () => ({
  default: (await import('./compare-request.tsx')).CompareRequest,
}));

interface CompareButtonProps {
  id: string;
  /** What a save would write now; `null` while the test values are invalid. */
  fields(): object | null;
}

/** Shows how saving would change the request that is sent. */
const CompareButton = ({ id, fields }: CompareButtonProps) => (
  <CompareDialog>{() => <CompareRequest id={id} fields={fields()} />}</CompareDialog>
);

export function Page() {
  const { requestId = 'new' } = useParams({ strict: false }) as { requestId?: string };
  const { httpRequests } = useTexts();
  const { id } = useStore();
  return (
    <>
      <Anchor component={Link} to={storePath(id, 'http-requests')} size="sm" underline="hover">
        <IconArrowLeft size={14} aria-hidden /> {httpRequests.back}
      </Anchor>
      {requestId === 'new' ? <Editor loaded={null} /> : <Existing key={requestId} id={requestId} />}
    </>
  );
}

function Existing({ id }: { id: string }) {
  const { httpRequests } = useTexts();
  const query = useHttpRequest(id);
  if (query.data)
    // A reload remounts the editor with the new values.
    return (
      <Stack gap="lg">
        <Editor key={query.dataUpdatedAt} loaded={query.data} reload={() => void query.refetch()} />
        <Versions id={id} onRestored={() => void query.refetch()} />
      </Stack>
    );
  return (
    <>
      <PageHeader title={httpRequests.request} />
      {query.isError ? <Failure error={query.error} retry={query.refetch} /> : <Skeleton height={320} />}
    </>
  );
}

function Editor({ loaded, reload }: { loaded: HttpRequestWithEtag | null; reload?: () => void }) {
  const { httpRequests, common } = useTexts();
  const { id: storeId } = useStore();
  const editor = useMay('editor');
  const navigate = useNavigate();
  const save = useSaveHttpRequest(loaded?.request.id ?? null);
  const [kept, setKept] = useState(loaded);
  const [conflict, setConflict] = useState(false);
  const form = useForm<RequestValues>({
    initialValues: kept ? valuesOf(kept.request) : emptyValues,
    validate: { testVariables: (text) => (parseObject(text) ? null : httpRequests.notObject) },
  });
  const names = [
    ...variablePaths(parseObject(form.getValues().testVariables)),
    ...useSecretNames().map((name) => `secrets.${name}`),
  ];

  const saved = kept ? valuesOf(kept.request) : emptyValues;
  const draft = useLocalDraft({
    ...{ record: `http-requests/${kept?.request.id ?? 'new'}`, revision: kept?.etag ?? null },
    value: editor && form.isDirty() ? form.getValues() : null,
    toKeep: (values) => toRequestDraft(values, saved),
  });
  const { submit, busy, failure } = useSubmit(form, async (values) => {
    setConflict(false);
    try {
      const fields = toRequest(values, kept?.request ?? null);
      if (kept && JSON.stringify(fields) === JSON.stringify(toRequest(valuesOf(kept.request), kept.request)))
        return form.resetDirty(values);
      const saved = await save.mutateAsync({ id: kept?.request.id ?? null, etag: kept?.etag ?? '', fields });
      notify(common.saved);
      if (!kept) {
        draft.forget();
        return navigate({ to: storePath(storeId, `http-requests/${saved.request.id}`), replace: true });
      }
      setKept(saved);
      form.setValues(valuesOf(saved.request));
      form.resetDirty(valuesOf(saved.request));
    } catch (error) {
      if (error instanceof ApiError && error.status === 412) return setConflict(true);
      throw toFormLines(error, toRequest(values, null).headers);
    }
  });

  return (
    <>
      <PageHeader
        title={kept ? kept.request.name : httpRequests.addTitle}
        lead={editor ? httpRequests.fillIn : httpRequests.editorsChange}
      />
      <form onSubmit={submit} noValidate>
        {editor && (
          <Kept
            of={draft}
            revision={kept?.etag ?? null}
            onTakeUp={(value) => form.setValues(fromRequestDraft(value, saved))}
          />
        )}
        <Fieldset variant="unstyled" disabled={!editor}>
          <Grid gap="lg">
            <Grid.Col span={{ base: 12, md: 7 }}>
              <Section title={httpRequests.what}>
                {conflict && (
                  <Alert color="red" variant="light" role="alert">
                    <Stack gap="sm" align="flex-start">
                      <Text size="sm">{httpRequests.conflict}</Text>
                      <Button size="xs" variant="default" onClick={reload}>
                        {httpRequests.loadTheirs}
                      </Button>
                    </Stack>
                  </Alert>
                )}
                <FormFailure text={failure} />
                {kept && <HeldCredentialsNotice of={kept} mayConfirm={editor} onConfirmed={setKept} />}
                <RequestFields form={form} names={names} />
              </Section>
            </Grid.Col>
            <Grid.Col span={{ base: 12, md: 5 }}>
              <RequestTestPanel form={form} id={kept?.request.id ?? null} mayRun={editor} />
            </Grid.Col>
          </Grid>
          {editor && (
            <SaveBar mt="lg" dirty={form.isDirty()} canSave={kept === null || form.isDirty()} busy={busy}>
              {kept && form.isDirty() && (
                <>
                  <RequestReach id={kept.request.id} />
                  <CompareButton
                    id={kept.request.id}
                    fields={() => {
                      const fields = toRequest(form.getValues(), kept.request);
                      return fields.testVariables && fields;
                    }}
                  />
                </>
              )}
            </SaveBar>
          )}
        </Fieldset>
      </form>
    </>
  );
}

interface KeptProps {
  of: LocalDraftState<RequestDraft>;
  revision: string | null;
  onTakeUp: (draft: RequestDraft) => void;
}

/** Offers an unsaved draft and names the credentials that must be entered again. */
function Kept({ of, revision, onTakeUp }: KeptProps) {
  const { httpRequests, drafts } = useTexts();
  const { headers, texts } = of.offer ? missingValues(of.offer.value) : { headers: [], texts: [] };
  const labels = {
    ...{ name: httpRequests.name, description: httpRequests.description, url: httpRequests.url },
    ...{ body: httpRequests.body, testVariables: httpRequests.variables },
  };
  const missing = [...headers, ...texts.map((field) => labels[field])];
  return (
    <Box mb={of.offer || of.isOpenElsewhere ? 'md' : 0}>
      <DraftNotice
        of={of}
        revision={revision}
        onTakeUp={onTakeUp}
        notKept={missing.length > 0 ? drafts.credentials(missing.join(', ')) : null}
      />
    </Box>
  );
}
