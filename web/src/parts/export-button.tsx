import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { MouseEvent, ReactNode } from 'react';
import { appApi } from '../api/client.ts';
import { useErrorText } from '../api/error-text.ts';
import { useStore } from '../api/session.ts';
import { notifyFailure } from './notify.ts';

interface ExportButtonProps {
  /** Relative to the store. */
  path: string;
  title?: string;
  children: ReactNode;
}

/**
 * Downloads a file of the store. The browser does so by itself, so confirmation is requested first if needed.
 */
export function ExportButton({ path, title, children }: ExportButtonProps) {
  const { id } = useStore();
  const errorText = useErrorText();
  const address = `/app/api/stores/${id}${path}`;
  const download = async (event: MouseEvent) => {
    event.preventDefault();
    try {
      await appApi.get('/step-up');
    } catch (error) {
      notifyFailure(errorText(error));
      return;
    }
    const link = document.createElement('a');
    link.href = address;
    link.download = '';
    link.click();
  };
  return (
    <Button
      component="a"
      href={address}
      onClick={(event: MouseEvent) => void download(event)}
      variant="default"
      leftSection={<IconDownload size={18} aria-hidden />}
      title={title}
    >
      {children}
    </Button>
  );
}
