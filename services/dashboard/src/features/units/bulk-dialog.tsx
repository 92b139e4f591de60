import { Alert, Button, Group, List, Progress, Text } from '@mantine/core';
import { describeError } from '../../api/problem.js';
import { ModalDialog } from '../../ui/dialogs/dialog.js';
import classes from './bulk-bar.module.css';
import { getUnitLabel } from './listed-unit.js';
import type { BulkRun } from './use-bulk-run.js';

const describeChanged = (count: number) =>
  count === 1 ? 'The other unit was changed.' : `The other ${count} units were changed.`;

/** Shows the progress of a bulk change, and the units that couldn't be changed. */
export function BulkDialog({ run }: { readonly run: BulkRun }) {
  const { change, total, done, failures, isRunning, repeat, close } = run;
  const changed = total - failures.length;
  return (
    <ModalDialog
      opened={change !== undefined && (isRunning || failures.length > 0)}
      onClose={close}
      title={change?.label ?? ''}
      withCloseButton={!isRunning}
      closeOnClickOutside={!isRunning}
      closeOnEscape={!isRunning}
    >
      {isRunning ? (
        <>
          <Text size="sm" mb="xs" role="status">
            {done} of {total} units
          </Text>
          <Progress.Root>
            <Progress.Section value={total === 0 ? 0 : (done / total) * 100} aria-label="Units changed" />
          </Progress.Root>
        </>
      ) : (
        <>
          <Alert
            color="yellow"
            role="alert"
            title={`Couldn't change ${failures.length} of ${total} ${total === 1 ? 'unit' : 'units'}`}
          >
            {changed === 0 ? 'No units were changed.' : describeChanged(changed)}
          </Alert>
          <List size="sm" mt="sm" className={classes.refused}>
            {failures.map(({ item, error }) => (
              <List.Item key={item.id}>
                <b>{getUnitLabel(item)}</b>: {describeError(error)}
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
      )}
    </ModalDialog>
  );
}
