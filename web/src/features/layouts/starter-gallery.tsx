import {
  Box,
  Group,
  Input,
  SegmentedControl,
  SimpleGrid,
  Skeleton,
  Stack,
  Text,
  Title,
  UnstyledButton,
} from '@mantine/core';
import { useInViewport } from '@mantine/hooks';
import { type Icon, IconCode, IconFile, IconMail } from '@tabler/icons-react';
import type { StarterDesign } from 'outstep/features/layouts/starter-designs/starter-designs.schema.ts';
import { type ReactNode, useId, useState } from 'react';
import { Failure } from '../../parts/failure.tsx';
import { MailFrame } from '../../parts/mail/mail-frame.tsx';
import { usePreview } from '../../parts/use-preview.ts';
import { type Language, languages, type Texts, useTexts } from '../../texts/texts.tsx';
import classes from './layouts.module.css';
import { type NewLayout, useStarterDesigns } from './queries.ts';

const THUMBNAIL_HEIGHT = 210;
const categories = ['transactional', 'marketing'] as const;

/** A starting point for a layout, which still needs a name. */
export interface StarterChoice {
  from: keyof Texts['layouts']['starts'];
  title: string;
  content: Omit<NewLayout, 'name'>;
}

interface StarterGalleryProps {
  /** The language that the email is written in. */
  language: Language;
  onLanguage: (language: Language) => void;
  /** The previous choice, to continue from. */
  last: StarterChoice['from'] | null;
  onChoose: (start: StarterChoice) => void;
}

/** Starting points for a layout, empty or a design, in each of the app's languages. */
export function StarterGallery({ language, onLanguage, last, onChoose }: StarterGalleryProps) {
  const { layouts } = useTexts();
  const designs = useStarterDesigns(language);
  return (
    <Stack gap="lg">
      <Group justify="space-between" align="flex-end">
        <Text size="sm" c="dimmed" flex="1 1 16rem">
          {layouts.startLead}
        </Text>
        <LanguageOfMail language={language} onLanguage={onLanguage} />
      </Group>
      <FromScratch language={language} last={last} onChoose={onChoose} />
      {designs.isError && <Failure error={designs.error} retry={designs.refetch} />}
      {categories.map((category) => (
        <ChoiceGroup key={category} {...layouts.startGroups[category]}>
          <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} component="ul" className={classes['choices'] ?? ''}>
            {(designs.data?.items ?? [])
              .filter((design) => design.category === category)
              .map(({ key, ...content }) => (
                <Choice
                  key={key}
                  {...layouts.starts[key]}
                  isLast={key === last}
                  onClick={() => onChoose({ from: key, title: layouts.starts[key].title, content })}
                >
                  <Thumbnail content={content} />
                </Choice>
              ))}
          </SimpleGrid>
        </ChoiceGroup>
      ))}
    </Stack>
  );
}

function LanguageOfMail({ language, onLanguage }: Pick<StarterGalleryProps, 'language' | 'onLanguage'>) {
  const { layouts } = useTexts();
  const data = (Object.keys(languages) as Language[]).map((value) => ({ value, label: languages[value] }));
  return (
    <Input.Wrapper label={layouts.startLanguage} labelElement="div">
      <SegmentedControl
        aria-label={layouts.startLanguage}
        display="flex"
        value={language}
        onChange={onLanguage}
        data={data}
      />
    </Input.Wrapper>
  );
}

function FromScratch({ language, last, onChoose }: Omit<StarterGalleryProps, 'onLanguage'>) {
  const { layouts } = useTexts();
  const begin = (from: StarterChoice['from'], own: Omit<NewLayout, 'name' | 'subject'>) =>
    onChoose({ from, title: '', content: { subject: layouts.newSubject, defaultLocale: language, ...own } });
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} component="ul" className={classes['choices'] ?? ''}>
      <BareChoice
        {...layouts.starts.blank}
        icon={IconFile}
        isLast={last === 'blank'}
        onClick={() => begin('blank', { bodyType: 'visual', bodyDesign: { blocks: [] } })}
      />
      <BareChoice
        {...layouts.starts.text}
        icon={IconCode}
        isLast={last === 'text'}
        onClick={() => begin('text', { bodyType: 'text', body: layouts.newBody })}
      />
    </SimpleGrid>
  );
}

interface ChoiceGroupProps {
  title: string;
  about: string;
  children: ReactNode;
}

function ChoiceGroup({ title, about, children }: ChoiceGroupProps) {
  const id = useId();
  return (
    <Stack component="section" gap="sm" aria-labelledby={id}>
      <Box>
        <Title order={3} size="h4" id={id}>
          {title}
        </Title>
        <Text size="sm" c="dimmed">
          {about}
        </Text>
      </Box>
      {children}
    </Stack>
  );
}

interface WordsProps {
  title: string;
  about: string;
}

const Words = ({ title, about }: WordsProps) => (
  <Stack gap={4}>
    <Text size="sm" fw={600} component="span">
      {title}
    </Text>
    <Text size="xs" c="dimmed" component="span">
      {about}
    </Text>
  </Stack>
);

interface ChoiceProps extends WordsProps {
  children: ReactNode;
  isLast: boolean;
  onClick: () => void;
}

function Choice({ children, isLast, onClick, ...words }: ChoiceProps) {
  return (
    <li>
      <UnstyledButton className={classes['choice'] ?? ''} autoFocus={isLast} onClick={onClick}>
        <figure aria-hidden inert>
          {children}
        </figure>
        <Box p="sm">
          <Words {...words} />
        </Box>
      </UnstyledButton>
    </li>
  );
}

interface BareChoiceProps extends WordsProps {
  icon: Icon;
  isLast: boolean;
  onClick: () => void;
}

function BareChoice({ icon: Glyph, isLast, onClick, ...words }: BareChoiceProps) {
  return (
    <li>
      <UnstyledButton className={classes['choice'] ?? ''} autoFocus={isLast} onClick={onClick}>
        <Group gap="sm" p="sm" wrap="nowrap">
          <Glyph size={28} stroke={1.3} aria-hidden style={{ flex: 'none' }} />
          <Words {...words} />
        </Group>
      </UnstyledButton>
    </li>
  );
}

type StarterContent = Omit<StarterDesign, 'key'>;

/** The email itself, rendered once it is scrolled into view: there are many, and each takes a request. */
function Thumbnail({ content }: { content: StarterContent }) {
  const { ref, inViewport } = useInViewport<HTMLDivElement>();
  const [isWanted, setWanted] = useState(false);
  if (inViewport && !isWanted) setWanted(true);
  return (
    <div ref={ref} style={{ height: THUMBNAIL_HEIGHT }}>
      {isWanted && <DrawnMail content={content} />}
    </div>
  );
}

function DrawnMail({
  content: { defaultLocale, requiredVariables: _, ...content },
}: {
  content: StarterContent;
}) {
  const { rendered, error } = usePreview(null, { ...content, locale: defaultLocale });
  // A starter design can be chosen even if its thumbnail could not be rendered.
  if (!rendered && error) return <IconMail size={40} stroke={1.3} className={classes['glyph'] ?? ''} />;
  if (!rendered) return <Skeleton height={THUMBNAIL_HEIGHT} radius={0} />;
  return <MailFrame html={rendered.html} title={rendered.subject} height={THUMBNAIL_HEIGHT} />;
}
