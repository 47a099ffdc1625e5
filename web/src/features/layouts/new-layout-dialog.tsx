import {
  Badge,
  Button,
  Group,
  SimpleGrid,
  Skeleton,
  Stack,
  Text,
  TextInput,
  UnstyledButton,
} from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMediaQuery } from '@mantine/hooks';
import { type Icon, IconCode, IconFile, IconMail } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { StarterDesign } from '../../../../server/src/features/layouts/starter-designs/starter-designs.schema.ts';
import { useSubmit } from '../../api/forms.ts';
import { useStore } from '../../api/session.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Failure, FormFailure } from '../../parts/failure.tsx';
import { MailFrame } from '../../parts/mail-frame.tsx';
import { storePath } from '../../parts/store-path.ts';
import { usePreview } from '../../parts/use-preview.ts';
import { useTexts } from '../../texts/texts.tsx';
import classes from './layouts.module.css';
import { type NewLayout, useCreateLayout, useStarterDesigns } from './queries.ts';

const THUMBNAIL_HEIGHT = 210;

/** A layout without a name. */
interface Start {
  title: string;
  content: Omit<NewLayout, 'name'>;
}

interface NewLayoutDialogProps {
  opened: boolean;
  onClose: () => void;
}

/** First what to begin with, then a name. */
export function NewLayoutDialog({ opened, onClose }: NewLayoutDialogProps) {
  const { layouts } = useTexts();
  const narrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  return (
    <Dialog opened={opened} onClose={onClose} title={layouts.create} size={980} fullScreen={narrow}>
      <Steps onClose={onClose} />
    </Dialog>
  );
}

function Steps({ onClose }: { onClose: () => void }) {
  const [start, setStart] = useState<Start | null>(null);
  return start ? (
    <NameForm start={start} onBack={() => setStart(null)} onDone={onClose} />
  ) : (
    <Gallery onChoose={setStart} />
  );
}

function Gallery({ onChoose }: { onChoose: (start: Start) => void }) {
  const { layouts } = useTexts();
  const designs = useStarterDesigns();
  const choices = layouts.starts;
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        {layouts.startLead}
      </Text>
      {designs.isError && <Failure error={designs.error} retry={designs.refetch} />}
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
        {(designs.data?.items ?? []).map(({ key, ...content }) => (
          <Choice
            key={key}
            title={choices[key].title}
            about={choices[key].about}
            badge={layouts.categories[content.category]}
            onClick={() => onChoose({ title: choices[key].title, content })}
          >
            <Thumbnail content={content} />
          </Choice>
        ))}
        <Choice
          {...choices.blank}
          onClick={() =>
            onChoose({
              title: '',
              content: { subject: layouts.newSubject, bodyDesign: { blocks: [] }, bodyType: 'visual' },
            })
          }
        >
          <Picture of={IconFile} />
        </Choice>
        <Choice
          {...choices.text}
          onClick={() =>
            onChoose({
              title: '',
              content: { subject: layouts.newSubject, bodyType: 'text', body: layouts.newBody },
            })
          }
        >
          <Picture of={IconCode} />
        </Choice>
      </SimpleGrid>
    </Stack>
  );
}

interface ChoiceProps {
  title: string;
  about: string;
  badge?: string;
  children: ReactNode;
  onClick: () => void;
}

function Choice({ title, about, badge, children, onClick }: ChoiceProps) {
  return (
    <li>
      <UnstyledButton className={classes['choice'] ?? ''} onClick={onClick}>
        <figure aria-hidden inert>
          {children}
        </figure>
        <Stack gap={4} p="sm">
          <Group gap="xs" justify="space-between" wrap="nowrap" align="flex-start">
            <Text size="sm" fw={600} component="span">
              {title}
            </Text>
            {badge && (
              <Badge size="sm" color="gray" component="span" style={{ flex: 'none' }}>
                {badge}
              </Badge>
            )}
          </Group>
          <Text size="xs" c="dimmed" component="span">
            {about}
          </Text>
        </Stack>
      </UnstyledButton>
    </li>
  );
}

const Picture = ({ of: Glyph }: { of: Icon }) => <Glyph size={40} stroke={1.3} />;

function Thumbnail({ content }: { content: Omit<StarterDesign, 'key'> }) {
  const { rendered, error } = usePreview(null, content);
  // A starter design can be chosen even if its thumbnail could not be rendered.
  if (!rendered && error) return <Picture of={IconMail} />;
  if (!rendered) return <Skeleton height={THUMBNAIL_HEIGHT} radius={0} />;
  return <MailFrame html={rendered.html} title={rendered.subject} height={THUMBNAIL_HEIGHT} />;
}

interface NameFormProps {
  start: Start;
  onBack: () => void;
  onDone: () => void;
}

function NameForm({ start, onBack, onDone }: NameFormProps) {
  const { layouts, common } = useTexts();
  const store = useStore();
  const navigate = useNavigate();
  const create = useCreateLayout();
  const form = useForm({ mode: 'uncontrolled', initialValues: { name: start.title } });
  const { submit, busy, failure } = useSubmit(form, async ({ name }) => {
    const { id } = await create.mutateAsync({ ...start.content, name });
    onDone();
    await navigate({ to: storePath(store.id, `layouts/${id}`) });
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <FormFailure text={failure} />
        <TextInput
          autoFocus
          label={common.name}
          description={layouts.nameHint}
          autoComplete="off"
          key={form.key('name')}
          {...form.getInputProps('name')}
        />
        <Group justify="space-between" gap="xs">
          <Button variant="default" onClick={onBack}>
            {common.back}
          </Button>
          <Button type="submit" loading={busy}>
            {layouts.create}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
