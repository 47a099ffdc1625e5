import classes from './template-text.module.css';
import { templateParts } from './template-text.rules.ts';

/** A template as people read it: with its variables as chips instead of code. */
export const TemplateText = ({ children }: { children: string }) =>
  templateParts(children).map((part, at) =>
    'variable' in part ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no other identity
      <span key={at} className={classes['chip']}>
        {part.variable}
      </span>
    ) : (
      part.text
    ),
  );
