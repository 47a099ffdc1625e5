import { MAX_FILE_BYTES } from 'outstep/features/library/files/file-caps.schema.ts';
import { render } from 'outstep/kernel/messages/render.ts';
import { ApiError } from '../../api/client.ts';
import { useErrorText } from '../../api/error-text.ts';
import { useTexts } from '../../texts/texts.tsx';

/** Explains why a file is not uploaded, or why the server rejected it. */
export function useUploadRefusal() {
  const { files } = useTexts();
  const errorText = useErrorText();
  return {
    ofFile({ size }: File): string | null {
      if (size > MAX_FILE_BYTES) return files.tooLarge;
      return size === 0 ? files.emptyFile : null;
    },
    ofError(error: unknown): string {
      if (!(error instanceof ApiError)) return errorText(error);
      if (error.status === 413) return files.tooLarge;
      const found = error.messages.find(({ field }) => field === 'file');
      const own = found && files.reasons[found.code];
      return own ? render({ [found.code]: own }, found) : errorText(error);
    },
  };
}
