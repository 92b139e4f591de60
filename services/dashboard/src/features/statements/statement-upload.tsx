import { Stack } from '@mantine/core';
import { useState } from 'react';
import { ProblemText } from '../../ui/feedback/problem-text.js';
import { QueryState } from '../../ui/feedback/query-state.js';
import { DropArea } from '../../ui/forms/drop-area.js';
import { Section } from '../../ui/page/section.js';
import { useCurrencyQuery } from '../workspace/use-currency.js';
import { readStatementFile, type StatementFile } from './read-file.js';
import { StatementForm } from './statement-form.js';

/** Lets the person upload a bank's CSV file. */
export function StatementUpload() {
  const currency = useCurrencyQuery();
  const [file, setFile] = useState<StatementFile>();
  const [problem, setProblem] = useState<string>();
  const choose = async (chosen: File) => {
    setProblem(undefined);
    try {
      setFile(await readStatementFile(chosen));
    } catch (error) {
      setFile(undefined);
      setProblem(error instanceof Error ? error.message : "The file can't be read.");
    }
  };
  return (
    <Section
      title="Import a statement"
      description="Statements may overlap. Rows that you imported before are skipped."
    >
      <Stack gap="sm">
        <DropArea
          label={file?.name ?? 'Drop the CSV file of your bank here, or choose it'}
          description={
            file === undefined
              ? 'Up to 2,000 rows. The first row must have the names of the columns.'
              : 'Choose another file'
          }
          accept=".csv,.txt,.tsv,text/csv"
          onChoose={([chosen]) => {
            if (chosen) void choose(chosen);
          }}
        />
        <ProblemText problem={problem} />
        {file === undefined ? null : (
          <QueryState query={currency}>
            {(workspaceCurrency) => (
              <StatementForm
                key={`${file.name} ${file.csv.length}`}
                file={file}
                currency={workspaceCurrency}
                onDone={() => setFile(undefined)}
              />
            )}
          </QueryState>
        )}
      </Stack>
    </Section>
  );
}
