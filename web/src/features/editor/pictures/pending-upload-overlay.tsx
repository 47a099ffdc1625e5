import classes from './pictures.module.css';
import { usePictureUploader } from './use-picture-uploads.ts';

/** The local file over the block that it comes into, until the server has it. */
export function PendingUploadOverlay({ block }: { block: string }) {
  const { pending } = usePictureUploader();
  const local = pending.find(({ into }) => into === block);
  return local ? <img src={local.url} alt="" className={classes['over']} /> : null;
}
