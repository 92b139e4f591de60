import { Alert, Button, Group, List, Progress, Text } from '@mantine/core';
import classes from './generator.module.css';
import { countUnits, type Generation } from './use-generation.js';

interface GeneratorOutcomeProps {
  readonly generation: Generation;
  readonly onClose: () => void;
}

/** Shows the progress of a creation, and then the refused units. */
export function GeneratorOutcome({ generation, onClose }: GeneratorOutcomeProps) {
  const { isRunning, done, total, refused, repeat, reset } = generation;
  if (isRunning) {
    return (
      <>
        <Text size="sm" mb="xs" role="status">
          {done} of {countUnits(total)}
        </Text>
        <Progress.Root>
          <Progress.Section value={total === 0 ? 0 : (done / total) * 100} aria-label="Units created" />
        </Progress.Root>
      </>
    );
  }
  const created = total - refused.length;
  return (
    <>
      <Alert color="yellow" role="alert" title={`Couldn't create ${refused.length} of ${countUnits(total)}`}>
        {created === 0 ? 'No units were created.' : `${countUnits(created)} ${created === 1 ? 'was' : 'were'} created.`}
      </Alert>
      <List size="sm" mt="sm" className={classes.refused}>
        {refused.map(({ unit, reason }) => (
          <List.Item key={unit.unit_number}>
            <b>{unit.unit_number}</b>: {reason}
          </List.Item>
        ))}
      </List>
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
        <Button variant="default" onClick={reset}>
          Change the plan
        </Button>
        <Button onClick={repeat}>Try again</Button>
      </Group>
    </>
  );
}
