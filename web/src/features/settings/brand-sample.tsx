import { Group, SegmentedControl, Skeleton, Text } from '@mantine/core';
import { brandedGlobal } from 'outstep/features/layouts/starter-designs/with-brand.rules.ts';
import { useState } from 'react';
import type { Brand } from '../../parts/brand.ts';
import { MailFrame } from '../../parts/mail/mail-frame.tsx';
import { usePreview } from '../../parts/use-preview.ts';
import { useLanguage } from '../../texts/texts.tsx';

const HEIGHT = 340;

/** A small email in the brand, drawn by the compiler that is used for sent emails. */
export function BrandSample({ brand }: { brand: Brand }) {
  const { texts, language } = useLanguage();
  const { brand: words } = texts;
  const [scheme, setScheme] = useState<'light' | 'dark'>('light');
  const { rendered } = usePreview(null, {
    subject: words.sampleSubject,
    locale: language,
    bodyDesign: {
      global: brandedGlobal({}, brand),
      header: { blocks: [{ type: 'logo', alt: '' }] },
      blocks: [
        { type: 'heading', level: 2, text: words.sampleHeading },
        { type: 'text', html: words.sampleText },
        { type: 'button', label: words.sampleButton, url: 'https://shop.example' },
      ],
      footer: { blocks: [{ type: 'text', align: 'center', fontSize: 13, html: words.sampleFooter }] },
    },
  });
  return (
    <div>
      <Group justify="space-between" mb={4}>
        <Text size="sm" fw={500}>
          {words.sample}
        </Text>
        <SegmentedControl
          size="xs"
          aria-label={words.scheme}
          value={scheme}
          onChange={(next) => setScheme(next as typeof scheme)}
          data={(['light', 'dark'] as const).map((value) => ({ value, label: words[value] }))}
        />
      </Group>
      {rendered ? (
        <MailFrame
          html={rendered.html}
          title={words.sample}
          height={HEIGHT}
          device="phone"
          dark={scheme === 'dark'}
        />
      ) : (
        <Skeleton height={HEIGHT} />
      )}
    </div>
  );
}
