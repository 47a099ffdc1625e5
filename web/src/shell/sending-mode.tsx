import { IconFlask, IconMailOff } from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
import { useMay, useStoreOrNull } from '../api/session.ts';
import { useSendingMode } from '../parts/sending-mode.ts';
import { storePath } from '../parts/store-path.ts';
import { useTexts } from '../texts/texts.tsx';
import classes from './shell.module.css';

/** Shown beside every page of a store as long as none of its emails is delivered. */
export function SendingMode() {
  const store = useStoreOrNull();
  const { pathname } = useLocation();
  return store && pathname.startsWith('/stores/') ? <OfStore id={store.id} /> : null;
}

function OfStore({ id }: { id: string }) {
  const { shell, pages, senders } = useTexts();
  const editor = useMay('editor');
  const mode = useSendingMode();
  if (mode === null || mode === 'live') return null;
  const isTest = mode === 'test';
  const Picture = isTest ? IconFlask : IconMailOff;
  return (
    <aside
      className={classes['mode']}
      data-mode={mode}
      aria-label={isTest ? shell.testMode : shell.noSender}
      title={isTest ? `${shell.testMode} ${shell.testModeText}` : `${shell.noSender} ${shell.noSenderText}`}
    >
      <Picture size={16} stroke={1.75} aria-hidden />
      <strong>{isTest ? shell.testModeName : shell.noSenderName}</strong>
      {editor && (
        <span>
          {isTest && <Link to={storePath(id, 'captured-mails')}>{pages.capturedMails}</Link>}
          <Link to={storePath(id, 'senders')} search={{ new: '1' } as never}>
            {senders.add}
          </Link>
        </span>
      )}
    </aside>
  );
}
