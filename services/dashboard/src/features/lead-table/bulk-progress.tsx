import { Alert, Button, Group, List, Progress, Text } from '@mantine/core';
import { ModalDialog } from '../../ui/dialogs/dialog.js';
import { countLeads } from './bulk-change.js';
import classes from './lead-table.module.css';
import { describeRefusal } from './refusal.js';
import type { BulkRun } from './use-bulk-run.js';

function describeRest({ total, failures, left }: BulkRun): string {
  const changed = total - failures.length - left;
  const stopped = left === 0 ? '' : ` You stopped before ${countLeads(left)}.`;
  if (changed === 0) return `Nothing was changed.${stopped}`;
  return `${changed === 1 ? 'The other lead was' : `The other ${changed} leads were`} changed.${stopped}`;
}

function Running({ run }: { readonly run: BulkRun }) {
  const { total, done, stop } = run;
  return (
    <>
      <Text size="sm" mb="xs" role="status">
        {done} of {countLeads(total)}
      </Text>
      <Progress.Root>
        <Progress.Section value={total === 0 ? 0 : (done / total) * 100} aria-label="Leads changed" />
      </Progress.Root>
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={stop}>
          Stop
        </Button>
      </Group>
    </>
  );
}

function Refusals({ run }: { readonly run: BulkRun }) {
  const { total, failures, repeat, close } = run;
  return (
    <>
      <Alert color="yellow" role="alert" title={`Couldn't change ${failures.length} of ${countLeads(total)}`}>
        {describeRest(run)}
      </Alert>
      <List size="sm" mt="sm" className={classes.refused} aria-label="Leads that weren't changed">
        {failures.map(({ item, error }) => (
          <List.Item key={item.id}>
            <b>{item.name}</b>: {describeRefusal(error)}
          </List.Item>
        ))}
      </List>
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={close}>
          Close
        </Button>
        <Button onClick={repeat}>Try again</Button>
      </Group>
    </>
  );
}

/** Shows the progress of a bulk change. Lists the leads that couldn't be changed, with the reasons. */
export function BulkProgress({ run }: { readonly run: BulkRun }) {
  const { change, failures, isRunning, close } = run;
  return (
    <ModalDialog
      opened={change !== undefined && (isRunning || failures.length > 0)}
      onClose={close}
      title={change?.label ?? ''}
      withCloseButton={!isRunning}
      closeOnClickOutside={!isRunning}
      closeOnEscape={!isRunning}
    >
      {isRunning ? <Running run={run} /> : <Refusals run={run} />}
    </ModalDialog>
  );
}
