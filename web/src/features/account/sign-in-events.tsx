import { Text } from '@mantine/core';
import { Section } from '../../parts/section.tsx';
import { useFormats } from '../../texts/formats.ts';
import { useTexts } from '../../texts/texts.tsx';
import { useOperationTexts } from '../../texts/use-operation-texts.ts';
import { useDeviceName } from './device-name.ts';
import { useSignInEvents } from './queries.ts';
import { Rows } from './rows.tsx';

/** Sign-ins and changes of how the person signs in: somebody else's would be seen here. */
export function SignInEvents() {
  const { account, common } = useTexts();
  const operations = useOperationTexts();
  const formats = useFormats();
  const nameOf = useDeviceName();
  return (
    <Section title={account.events} hint={account.eventsHint}>
      <Rows label={account.events} of={useSignInEvents()} empty={common.nothingFound}>
        {({ operation, at, address, agent, byOperator }) => (
          <div>
            <Text size="sm" fw={600}>
              {operations[operation] ?? operation}
            </Text>
            <Text size="xs" c="dimmed">
              {[formats.relative(at), byOperator ? common.theOperator : nameOf(agent), address]
                .filter(Boolean)
                .join(' · ')}
            </Text>
          </div>
        )}
      </Rows>
    </Section>
  );
}
