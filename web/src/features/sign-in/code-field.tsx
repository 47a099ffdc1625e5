import { Anchor, TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../../texts/texts.tsx';

/** A code from the authenticator app, or a recovery code. */
export function CodeField(props: TextInputProps) {
  const { signIn } = useTexts();
  const [recovers, setRecovers] = useState(false);
  return (
    <>
      <TextInput
        data-autofocus
        label={recovers ? signIn.recoveryCode : signIn.code}
        description={recovers ? signIn.recoveryCodeHint : signIn.codeHint}
        autoComplete={recovers ? 'off' : 'one-time-code'}
        inputMode={recovers ? 'text' : 'numeric'}
        autoCapitalize="off"
        spellCheck={false}
        {...props}
      />
      <Anchor
        component="button"
        type="button"
        size="sm"
        ta="start"
        style={{ alignSelf: 'flex-start' }}
        onClick={() => setRecovers(!recovers)}
      >
        {recovers ? signIn.useCode : signIn.useRecoveryCode}
      </Anchor>
    </>
  );
}
