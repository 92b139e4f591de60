import { Alert, Button, Fieldset, Group, Stack } from '@mantine/core';
import { Section } from '../../ui/page/section.js';
import { FileStep } from './file/file-step.js';
import { ImportOptions } from './import-options.js';
import { ImportOutcome } from './import-outcome.js';
import { ImportProblem } from './import-problem.js';
import type { Import } from './import-queries.js';
import { MappingStep } from './mapping-step.js';
import { ReadingStep } from './reading-step.js';
import { SampleStep } from './sample-step.js';
import classes from './touch-targets.module.css';
import { type NewImport, useNewImport } from './use-new-import.js';

function Send({ checkId, fault, problem, isSending, send }: NewImport) {
  const isChecked = checkId !== undefined;
  return (
    <>
      {fault === undefined ? null : <Alert color="yellow">{fault}</Alert>}
      {problem ? <ImportProblem error={problem} /> : null}
      {isChecked ? (
        <Section title="Check results">
          <ImportOutcome key={checkId} id={checkId} />
        </Section>
      ) : null}
      <Group>
        <Button
          variant={isChecked ? 'default' : 'filled'}
          disabled={fault !== undefined}
          loading={isSending}
          onClick={() => send(true)}
        >
          {isChecked ? 'Check again' : 'Check the file'}
        </Button>
        <Button
          variant={isChecked ? 'filled' : 'default'}
          disabled={fault !== undefined}
          loading={isSending}
          onClick={() => send(false)}
        >
          Import now
        </Button>
      </Group>
    </>
  );
}

/** Steps that follow once a file is chosen. */
function Choices({ draft }: { readonly draft: NewImport }) {
  return (
    <>
      <Section title="2. Columns">
        <MappingStep {...draft} />
      </Section>
      <Section title="3. Values">
        <ReadingStep {...draft} />
      </Section>
      <Section title="4. Existing records">
        <ImportOptions options={draft.options} onChange={draft.setOptions} />
      </Section>
      <Section title="5. First rows">
        <SampleStep {...draft} />
      </Section>
    </>
  );
}

/** Asks for the file, its columns and its options. Then checks or imports the file. */
export function ImportForm({ earlier }: { readonly earlier: Import | undefined }) {
  const draft = useNewImport(earlier);
  const { file } = draft.files;
  return (
    <Stack gap="md" maw={960} className={classes.targets}>
      {/* A change during the upload would allow a second upload. */}
      <Fieldset variant="unstyled" disabled={draft.isSending}>
        <Stack gap="md">
          <Section title="1. File">
            <FileStep draft={draft} earlier={earlier} />
          </Section>
          {file === undefined ? null : <Choices draft={draft} />}
        </Stack>
      </Fieldset>
      {file === undefined ? null : <Send {...draft} />}
    </Stack>
  );
}
