import { Alert, Button, NativeSelect, Stack, Text } from '@mantine/core';
import { useCan } from '../../../api/workspace.js';
import { ProblemText } from '../../../ui/feedback/problem-text.js';
import { toChoices } from '../../../ui/format/label.js';
import type { Import, ImportResource } from '../import-queries.js';
import type { NewImport } from '../use-new-import.js';
import { CharsetSelect } from './charset-select.js';
import { FileDrop } from './file-drop.js';
import { TemplateButtons } from './template-buttons.js';

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

function SheetSelect({ files: { file, chooseSheet } }: NewImport) {
  if (!file || file.sheets.length < 2) return null;
  return (
    <NativeSelect
      label="Sheet"
      w={260}
      maw="100%"
      value={file.sheet ?? ''}
      data={[...file.sheets]}
      onChange={({ currentTarget }) => chooseSheet(currentTarget.value)}
    />
  );
}

/** Step that chooses the type of the records, the file, and how to open it. */
export function FileStep({ draft, earlier }: FileStepProps) {
  const mayImportAll = useCan('administer');
  const { files, options, setOptions, isSending } = draft;
  const { file, problem, isOpening, chooseFile, chooseCharset } = files;
  return (
    <Stack gap="sm">
      {mayImportAll ? (
        <NativeSelect
          label="Record type"
          w={260}
          maw="100%"
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
        problem={problem}
        isDisabled={isSending}
        onChoose={(chosen) => chooseFile(chosen, chosen.name)}
      />
      {isOpening ? (
        <Text size="sm" role="status">
          Reading the file.
        </Text>
      ) : null}
      <SheetSelect {...draft} />
      {file?.charset ? <CharsetSelect charset={file.charset} onChange={chooseCharset} /> : null}
      <TemplateButtons resource={options.resource} />
    </Stack>
  );
}
