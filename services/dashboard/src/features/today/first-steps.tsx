import { Button, Group, Text } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import IconCircle from '@tabler/icons-react/icons/IconCircle';
import IconCircleCheckFilled from '@tabler/icons-react/icons/IconCircleCheckFilled';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useMode, useTenant } from '../../api/workspace.js';
import { Section } from '../../ui/page/section.js';
import { TextLink } from '../../ui/page/text-link.js';
import classes from './today.module.css';
import { type Progress, useProgress } from './use-progress.js';

// The code is loaded only where it is offered, because it contains the sample records.
const SampleDataButton = lazy(async () => ({ default: (await import('./sample-data-button.js')).SampleDataButton }));

const steps = [
  { name: 'hasProperties', label: 'Add a property', to: '/$workspaceId/$mode/properties' },
  { name: 'hasLeads', label: 'Import your leads', to: '/$workspaceId/$mode/transfers/new' },
  { name: 'hasColleagues', label: 'Invite your colleagues', to: '/$workspaceId/$mode/people' },
  { name: 'isConnected', label: 'Connect a chat or mail', to: '/$workspaceId/$mode/integrations' },
] as const satisfies readonly { readonly name: keyof Progress; readonly label: string; readonly to: string }[];

const others = [
  { label: 'Create a webhook', to: '/$workspaceId/$mode/developers/webhooks' },
  { label: 'Publish units in a feed', to: '/$workspaceId/$mode/transfers/feed' },
] as const;

function Steps({ progress }: { readonly progress: Progress }) {
  const [workspaceId, mode] = useTenant().key;
  const params = { workspaceId, mode };
  return (
    <ul className={classes.steps}>
      {steps.map(({ name, label, to }) => {
        const isDone = progress[name];
        const Shown = isDone ? IconCircleCheckFilled : IconCircle;
        return (
          <li key={name} className={classes.step} data-done={isDone}>
            <Shown size={20} aria-hidden />
            {isDone ? (
              <Text size="sm" c="dimmed">
                {label}
                <span className="visually-hidden">: done</span>
              </Text>
            ) : (
              <TextLink to={to} params={params} fw={600}>
                {label}
              </TextLink>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** Fills an empty workspace in the sandbox. Live data is never mixed with samples. */
function TryOut({ progress }: { readonly progress: Progress }) {
  const [workspaceId] = useTenant().key;
  const isSandbox = useMode() === 'sandbox';
  if (progress.hasProperties || progress.hasLeads) return null;
  if (isSandbox) {
    return (
      <Suspense>
        <SampleDataButton />
      </Suspense>
    );
  }
  return (
    <Button
      variant="default"
      renderRoot={(props) => (
        <Link {...props} to="/$workspaceId/$mode/today" params={{ workspaceId, mode: 'sandbox' }} />
      )}
    >
      Try it with sample data in the sandbox
    </Button>
  );
}

function Checklist({ onHide }: { readonly onHide: () => void }) {
  const [workspaceId, mode] = useTenant().key;
  const progress = useProgress();
  if (progress === undefined || steps.every(({ name }) => progress[name])) return null;
  const hide = (
    <Button size="xs" variant="subtle" onClick={onHide}>
      Hide
    </Button>
  );
  return (
    <div className={classes.start}>
      <Section title="Set up your workspace" actions={hide}>
        <Steps progress={progress} />
        <Text size="sm" c="dimmed" mt="sm">
          Later:{' '}
          {others.map(({ label, to }, index) => (
            <span key={to}>
              {index === 0 ? null : ', '}
              <TextLink to={to} params={{ workspaceId, mode }}>
                {label}
              </TextLink>
            </span>
          ))}
        </Text>
        <Group mt="sm">
          <TryOut progress={progress} />
        </Group>
      </Section>
    </div>
  );
}

function Remembered({ name }: { readonly name: string }) {
  const [isHidden, setHidden] = useLocalStorage({ key: name, defaultValue: false, getInitialValueInEffect: false });
  return isHidden ? null : <Checklist onHide={() => setHidden(true)} />;
}

/** Lists the first steps of a new workspace, until all are done or the person hides them. */
export function FirstSteps() {
  const [workspaceId, mode] = useTenant().key;
  const name = `plotline.first-steps-hidden.${workspaceId}.${mode}`;
  return <Remembered key={name} name={name} />;
}
