import { Stack, Text } from '@mantine/core';
import { LoadingState } from '../../ui/feedback/states.js';
import { ImportProblem } from './import-problem.js';
import { SampleTable } from './sample-table.js';
import type { NewImport } from './use-new-import.js';

function describeRows(count: number, faulty: number): string {
  const rows = count === 1 ? 'The first row' : `The first ${count} rows`;
  if (faulty === 0) return `${rows}, as we would store them. None has a problem.`;
  return `${rows}, as we would store them. ${faulty === 1 ? '1 has a problem' : `${faulty} have problems`} and would be skipped.`;
}

/** Shows the first rows as they would be stored with the current choices. */
export function SampleStep({ firstRows, sample, columns }: NewImport) {
  if (firstRows.error) return <ImportProblem error={firstRows.error} />;
  if (firstRows.isLoading) return <LoadingState />;
  if (sample.length === 0) return <Text size="sm">There are no rows to show.</Text>;
  const faulty = sample.filter(({ details }) => details.length > 0).length;
  return (
    <Stack gap="xs">
      <Text size="sm">{describeRows(sample.length, faulty)}</Text>
      <SampleTable rows={sample} fields={columns.fields.data ?? []} />
    </Stack>
  );
}
