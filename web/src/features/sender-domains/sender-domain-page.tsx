import { Alert, Anchor, Button, Skeleton, Stack } from '@mantine/core';
import { IconArrowLeft, IconRefresh } from '@tabler/icons-react';
import { Link, useParams } from '@tanstack/react-router';
import { useErrorText } from '../../api/error-text.ts';
import { useMay, useStore } from '../../api/session.ts';
import { Failure, FormFailure } from '../../parts/failure.tsx';
import { notify } from '../../parts/notify.ts';
import { PageHeader } from '../../parts/page-header.tsx';
import { storePath } from '../../parts/store-path.ts';
import { useTexts } from '../../texts/texts.tsx';
import { CheckSection } from './check-section.tsx';
import { type SenderDomain, useCreateDkimKey, useSenderDomain } from './queries.ts';
import { useDomainTexts } from './use-domain-texts.ts';

export function Page() {
  const { senderId = '' } = useParams({ strict: false }) as { senderId?: string };
  const { pages } = useTexts();
  const senderDomains = useDomainTexts();
  const store = useStore();
  const domain = useSenderDomain(senderId);
  const checked = domain.isPlaceholderData ? undefined : domain.data;
  return (
    <>
      <Anchor component={Link} to={storePath(store.id, 'senders')} size="sm" underline="hover">
        <IconArrowLeft size={14} aria-hidden /> {pages.senders}
      </Anchor>
      <PageHeader
        title={checked ? senderDomains.title(checked.domain) : senderDomains.untitled}
        lead={checked ? senderDomains.lead(checked.address, checked.host) : undefined}
      >
        {checked && (
          <Button
            variant="default"
            leftSection={<IconRefresh size={16} aria-hidden />}
            loading={domain.isFetching}
            onClick={() => void domain.refetch()}
          >
            {senderDomains.again}
          </Button>
        )}
      </PageHeader>
      {checked ? (
        <Checks of={checked} failed={domain.isRefetchError ? domain.error : null} />
      ) : domain.isError ? (
        <Failure error={domain.error} retry={domain.refetch} />
      ) : (
        <Waiting />
      )}
    </>
  );
}

function Waiting() {
  const senderDomains = useDomainTexts();
  return (
    <Stack aria-busy>
      <Alert color="gray" variant="light" role="status">
        {senderDomains.asking}
      </Alert>
      {['spf', 'dkim', 'dmarc'].map((each) => (
        <Skeleton key={each} height={180} />
      ))}
    </Stack>
  );
}

function Checks({ of, failed }: { of: SenderDomain; failed: unknown }) {
  const senderDomains = useDomainTexts();
  const errorText = useErrorText();
  const { spf, dkim, dmarc, domain } = of;
  const states = [spf, dkim, dmarc].map(({ state }) => state);
  return (
    <Stack>
      <FormFailure text={failed === null ? null : errorText(failed)} />
      {states.every((state) => state === 'right') && (
        <Alert color="pine" variant="light" role="status" title={senderDomains.allRight}>
          {senderDomains.allRightText}
        </Alert>
      )}
      <CheckSection
        {...spf}
        title={senderDomains.spf.title}
        hint={senderDomains.spf.hint}
        sentences={spf.findings.map(({ code, detail }) => senderDomains.spf.findings[code](detail))}
        advice={senderDomains.spf.advice}
      />
      <CheckSection
        {...dkim}
        title={senderDomains.dkim.title}
        hint={senderDomains.dkim.hint}
        sentences={dkim.findings.map(({ code, detail }) => senderDomains.dkim.findings[code](detail))}
        advice={senderDomains.dkim.advice}
      >
        {!dkim.hasKey && <MakeKey domain={domain} />}
      </CheckSection>
      <CheckSection
        {...dmarc}
        title={senderDomains.dmarc.title}
        hint={senderDomains.dmarc.hint}
        sentences={[
          ...dmarc.findings.map(({ code, detail }) => senderDomains.dmarc.findings[code](detail)),
          ...(dmarc.alignment ? [senderDomains.dmarc.aligned(dmarc.alignment)] : []),
        ]}
        advice={senderDomains.dmarc.advice}
      />
    </Stack>
  );
}

function MakeKey({ domain }: { domain: string }) {
  const senderDomains = useDomainTexts();
  const editor = useMay('editor');
  const errorText = useErrorText();
  const make = useCreateDkimKey();
  if (!editor) return null;
  return (
    <Stack gap="xs" align="flex-start">
      <FormFailure text={make.isError ? errorText(make.error) : null} />
      <Button
        loading={make.isPending}
        onClick={() => make.mutate(domain, { onSuccess: () => notify(senderDomains.keyMade) })}
      >
        {senderDomains.makeKey}
      </Button>
    </Stack>
  );
}
