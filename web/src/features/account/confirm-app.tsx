import { Anchor, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { encode } from 'uqr';
import { authApi } from '../../api/client.ts';
import { useSubmit } from '../../api/forms.ts';
import { CodeBlock } from '../../parts/copy.tsx';
import { DialogForm } from '../../parts/dialog-form.tsx';
import { useTexts } from '../../texts/texts.tsx';

const SIZE = 200;
/** QR code readers need an empty border of this many modules. */
const BORDER = 4;

/** Dark on white in both color schemes, because some readers fail on inverted codes. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: 0 });
  const whole = size + 2 * BORDER;
  const squares = data.flatMap((row, y) =>
    row.flatMap((dark, x) => (dark ? [`M${x + BORDER} ${y + BORDER}h1v1h-1z`] : [])),
  );
  return (
    <svg
      role="img"
      aria-label={label}
      width={SIZE}
      height={SIZE}
      viewBox={`0 0 ${whole} ${whole}`}
      shapeRendering="crispEdges"
      style={{ alignSelf: 'center', borderRadius: 8 }}
    >
      <rect width={whole} height={whole} fill="#fff" />
      <path d={squares.join('')} fill="#000" />
    </svg>
  );
}

interface ConfirmAppProps {
  uri: string;
  onConfirmed: () => void;
  onClose: () => void;
}

/** Hands the secret to the authenticator app on the person's phone and waits for its first code. */
export function ConfirmApp({ uri, onConfirmed, onClose }: ConfirmAppProps) {
  const { account, signIn } = useTexts();
  const form = useForm({ mode: 'uncontrolled', initialValues: { code: '' } });
  const sending = useSubmit(form, async ({ code }) => {
    // A wrong code also returns 401 and must not prompt for sign-in.
    const body = { code: code.replace(/\s/g, '') };
    await authApi.post('/two-factor/verify-totp', body, { needsSession: false });
    onConfirmed();
  });
  const secret = new URL(uri).searchParams.get('secret') ?? '';
  return (
    <DialogForm
      {...sending}
      action={account.turnOn}
      onClose={onClose}
      lead={
        <Text size="sm">
          {account.scan}{' '}
          <Anchor href={uri} inherit>
            {account.openInApp}
          </Anchor>
        </Text>
      }
    >
      <QrCode text={uri} label={account.qrCode} />
      <Text size="sm">{account.orType}</Text>
      <CodeBlock text={secret.replace(/.{4}(?=.)/g, '$& ')} label={account.secret} />
      <TextInput
        label={signIn.code}
        description={account.firstCodeHint}
        autoComplete="one-time-code"
        inputMode="numeric"
        key={form.key('code')}
        {...form.getInputProps('code')}
      />
    </DialogForm>
  );
}
