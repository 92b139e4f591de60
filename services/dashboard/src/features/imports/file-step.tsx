import { Alert, Button, NativeSelect, Stack, Text } from '@mantine/core';
import { useCan } from '../../api/workspace.js';
import { ProblemText } from '../../ui/feedback/problem-text.js';
import { toChoices } from '../../ui/format/label.js';
import { FileDrop } from './file-drop.js';
import type { Import, ImportResource } from './import-queries.js';
import type { NewImport } from './use-new-import.js';

const resources: readonly ImportResource[] = ['leads', 'units', 'properties'];

interface FileStepProps {
  readonly draft: NewImport;
  readonly earlier: Import | undefined;
}

const describeSkippedRows = (count: number) =>
  count === 1 ? '1 row was skipped last time' : `${count} rows were skipped last time`;

function SkippedRows({ draft: { loadSkippedRows }, earlier }: FileStepProps) {
  if (!earlier || earlier.rows.failed === 0) return null;
  return (
    <Alert color="blue" title={describeSkippedRows(earlier.rows.failed)}>
      <Text size="sm" mb="xs">
        Choose your corrected file, or import those rows again as they are.
      </Text>
      <Button
        size="xs"
        variant="default"
        loading={loadSkippedRows.isPending}
        onClick={() => loadSkippedRows.mutate(earlier.id)}
      >
        Use the skipped rows
      </Button>
      <ProblemText mt="xs" error={loadSkippedRows.error} />
    </Alert>
  );
}

/** Chooses the type of the records, and the file. */
export function FileStep({ draft, earlier }: FileStepProps) {
  const mayImportAll = useCan('administer');
  const { file, fileProblem, chooseFile, options, setOptions, isSending } = draft;
  return (
    <Stack gap="sm">
      {mayImportAll ? (
        <NativeSelect
          label="Record type"
          w={220}
          value={options.resource}
          data={toChoices(resources)}
          onChange={({ currentTarget }) =>
            setOptions({ resource: resources.find((one) => one === currentTarget.value) ?? 'leads' })
          }
        />
      ) : (
        <Text size="sm">Each row becomes a lead.</Text>
      )}
      <SkippedRows draft={draft} earlier={earlier} />
      <FileDrop
        name={file?.name}
        problem={fileProblem}
        isDisabled={isSending}
        onChoose={(chosen) => void chooseFile(chosen, chosen.name)}
      />
    </Stack>
  );
}
