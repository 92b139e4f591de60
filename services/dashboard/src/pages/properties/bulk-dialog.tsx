import { Alert, Button, Group, List, Progress, Text } from '@mantine/core';
import { toWords } from '../../api/problem.js';
import { ModalDialog } from '../../components/dialog.js';
import classes from './bulk-bar.module.css';
import { callUnit } from './listed-unit.js';
import type { BulkRun } from './use-bulk-run.js';

/** How a change of many units goes, and which units were refused. */
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
          <Alert color="yellow" role="alert" title={`${failures.length} of ${total} units were refused`}>
            {changed === 0 ? 'Nothing was changed.' : `The other ${changed} are changed.`}
          </Alert>
          <List size="sm" mt="sm" className={classes.refused}>
            {failures.map(({ item, error }) => (
              <List.Item key={item.id}>
                <b>{callUnit(item)}</b>: {toWords(error)}
              </List.Item>
            ))}
          </List>
          <Group justify="flex-end" mt="md">
            <Button variant="default" onClick={close}>
              Close
            </Button>
            <Button onClick={repeat}>Try these again</Button>
          </Group>
        </>
      )}
    </ModalDialog>
  );
}
