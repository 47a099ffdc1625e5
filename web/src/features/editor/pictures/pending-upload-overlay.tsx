import classes from './pictures.module.css';
import { usePictureUploader } from './use-picture-uploads.ts';

/** The local file shown over its target block until the upload is complete. */
export function PendingUploadOverlay({ block }: { block: string }) {
  const { pending } = usePictureUploader();
  const local = pending.find(({ into }) => into === block);
  return local ? <img src={local.url} alt="" className={classes['over']} /> : null;
}
