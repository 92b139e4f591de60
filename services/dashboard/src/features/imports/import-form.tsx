import { Alert, Button, Fieldset, Group, Paper, Stack, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { describeError } from '../../api/problem.js';
import { FileStep } from './file-step.js';
import { ImportOptions } from './import-options.js';
import { ImportOutcome } from './import-outcome.js';
import type { Import } from './import-queries.js';
import { MappingStep } from './mapping-step.js';
import { type NewImport, useNewImport } from './use-new-import.js';

function Step({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Paper component="section" withBorder p="md" aria-label={title}>
      <Title order={2} size="h4" mb="sm">
        {title}
      </Title>
      {children}
    </Paper>
  );
}

function Send({ checkId, fault, problem, isSending, send }: NewImport) {
  const isChecked = checkId !== undefined;
  return (
    <>
      {fault === undefined ? null : <Alert color="yellow">{fault}</Alert>}
      {problem ? (
        <Alert color="red" title="This file can't be imported" role="alert">
          {describeError(problem)}
        </Alert>
      ) : null}
      {isChecked ? (
        <Step title="Check results">
          <ImportOutcome id={checkId} />
        </Step>
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

/** Asks for the file, its columns and options, then checks or imports it. */
export function ImportForm({ earlier }: { readonly earlier: Import | undefined }) {
  const draft = useNewImport(earlier);
  return (
    <Stack gap="md" maw={960}>
      {/* A change during the upload would allow a second upload. */}
      <Fieldset variant="unstyled" disabled={draft.isSending}>
        <Stack gap="md">
          <Step title="1. File">
            <FileStep draft={draft} earlier={earlier} />
          </Step>
          {draft.file === undefined ? null : (
            <>
              <Step title="2. Columns">
                <MappingStep columns={draft.columns} onChange={draft.forgetCheck} />
              </Step>
              <Step title="3. Existing records">
                <ImportOptions options={draft.options} onChange={draft.setOptions} />
              </Step>
            </>
          )}
        </Stack>
      </Fieldset>
      {draft.file === undefined ? null : <Send {...draft} />}
    </Stack>
  );
}
