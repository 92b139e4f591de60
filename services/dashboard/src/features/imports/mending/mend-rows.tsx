import { Button, Group, Stack, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { LoadMore } from '../../../ui/feedback/load-more.js';
import { ProblemText } from '../../../ui/feedback/problem-text.js';
import { QueryState } from '../../../ui/feedback/query-state.js';
import { EmptyState } from '../../../ui/feedback/states.js';
import { explainImportProblem } from '../explain-problem.js';
import type { Import } from '../import-queries.js';
import { listEditableCells } from './mend-row.js';
import { SkippedRowForm } from './skipped-row-form.js';
import { useMending } from './use-mending.js';

interface MendRowsProps {
  readonly current: Import;
  /** Whether the first error gets the focus. Set if the person has waited for the outcome. */
  readonly focusesFault: boolean;
}

const describeRows = (count: number) => (count === 1 ? '1 corrected row' : `${count} corrected rows`);

/** Focuses the first cell of a row that has an error. */
function focusFault(list: HTMLElement | null, row: number): void {
  const cells = [...(list?.querySelectorAll<HTMLElement>(`[data-row="${row}"] :is(input, select)`) ?? [])];
  const faulty = cells.find((cell) => cell.getAttribute('aria-invalid') === 'true');
  (faulty ?? cells[0])?.focus();
}

/** Corrects skipped rows, and imports them. */
export function MendRows({ current, focusesFault }: MendRowsProps) {
  const mending = useMending(current);
  const { errors, fields, skipped, send, mendedCount, faults } = mending;
  const list = useRef<HTMLDivElement>(null);
  const firstRow = focusesFault && fields.isSuccess ? skipped[0]?.row : undefined;
  useEffect(() => {
    if (firstRow !== undefined) focusFault(list.current, firstRow);
  }, [firstRow]);
  useEffect(() => {
    const [refused] = faults.keys();
    if (refused !== undefined) focusFault(list.current, refused);
  }, [faults]);
  const basis = { mapping: current.mapping, fields: fields.data ?? [] };
  return (
    <QueryState
      query={errors}
      isEmpty={() => skipped.length === 0}
      empty={<EmptyState title="These rows are no longer stored" />}
    >
      {() => (
        <QueryState query={fields}>
          {() => (
            <Stack gap="md" ref={list}>
              <Text size="sm">Correct the rows here, or in your file. Rows that you don’t change stay skipped.</Text>
              {skipped.map((row) => (
                <SkippedRowForm
                  key={row.row}
                  skipped={row}
                  cells={listEditableCells(basis, { ...row, details: [...row.details, ...mending.getFaults(row)] })}
                  faults={mending.getFaults(row)}
                  edits={mending.getEdits(row.row)}
                  onChange={(edits) => mending.setEdits(row.row, edits)}
                />
              ))}
              <LoadMore query={errors} />
              <ProblemText problem={send.error ? explainImportProblem(send.error).join(' ') : undefined} />
              {faults.size === 0 ? null : (
                <Text size="sm" role="alert">
                  {faults.size === 1 ? '1 row still has a problem.' : `${faults.size} rows still have problems.`}{' '}
                  Nothing was imported.
                </Text>
              )}
              <Group>
                <Button disabled={mendedCount === 0} loading={send.isPending} onClick={() => send.mutate()}>
                  {mendedCount === 0 ? 'Import corrected rows' : `Import ${describeRows(mendedCount)}`}
                </Button>
              </Group>
            </Stack>
          )}
        </QueryState>
      )}
    </QueryState>
  );
}
