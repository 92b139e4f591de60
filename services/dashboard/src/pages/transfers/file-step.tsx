import { Alert, Button, NativeSelect, Stack, Text } from '@mantine/core';
import { toWords } from '../../api/problem.js';
import { useCan } from '../../api/workspace.js';
import { FormProblem } from '../../components/form-actions.js';
import { toLabel } from '../../components/status-badge.js';
import { FileDrop } from './file-drop.js';
import type { Import, ImportResource } from './imports.js';
import type { NewImport } from './use-new-import.js';

const resources: readonly ImportResource[] = ['leads', 'units', 'properties'];

interface FileStepProps {
  readonly draft: NewImport;
  readonly earlier: Import | undefined;
}

function LeftOutBefore({ draft: { takeLeftOut }, earlier }: FileStepProps) {
  if (!earlier || earlier.rows.failed === 0) return null;
  return (
    <Alert color="blue" title={`${earlier.rows.failed} rows were left out the last time`}>
      <Text size="sm" mb="xs">
        Choose the file that you corrected, or send those rows again as they are.
      </Text>
      <Button
        size="xs"
        variant="default"
        loading={takeLeftOut.isPending}
        onClick={() => takeLeftOut.mutate(earlier.id)}
      >
        Use the rows that were left out
      </Button>
      <FormProblem mt="xs" problem={takeLeftOut.error ? toWords(takeLeftOut.error) : undefined} />
    </Alert>
  );
}

/** What the rows become, and the file. */
export function FileStep({ draft, earlier }: FileStepProps) {
  const mayImportAll = useCan('administer');
  const { file, fileProblem, chooseFile, options, setOptions, isSending } = draft;
  return (
    <Stack gap="sm">
      {mayImportAll ? (
        <NativeSelect
          label="Each row is one of the"
          w={220}
          value={options.resource}
          data={resources.map((value) => ({ value, label: toLabel(value) }))}
          onChange={({ currentTarget }) =>
            setOptions({ resource: resources.find((one) => one === currentTarget.value) ?? 'leads' })
          }
        />
      ) : (
        <Text size="sm">Each row becomes a lead.</Text>
      )}
      <LeftOutBefore draft={draft} earlier={earlier} />
      <FileDrop
        name={file?.name}
        problem={fileProblem}
        isDisabled={isSending}
        onChoose={(chosen) => void chooseFile(chosen, chosen.name)}
      />
    </Stack>
  );
}
