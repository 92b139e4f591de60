import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { FieldProblem } from '../../../api/problem.js';
import { useTenant } from '../../../api/workspace.js';
import { importFieldsQuery } from '../import-fields.js';
import { type Import, importErrorsQuery, keepStartedImport } from '../import-queries.js';
import { importMended } from './import-mended.js';
import type { Edits, SkippedRow } from './mend-row.js';

/** Manages the corrections of skipped rows until their own import page opens. */
export function useMending(current: Import) {
  const tenant = useTenant();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const errors = useInfiniteQuery(importErrorsQuery(tenant, current.id));
  const fields = useQuery(importFieldsQuery(tenant, current.resource));
  const [edits, setEdits] = useState<Readonly<Record<number, Edits>>>({});
  const [faults, setFaults] = useState<ReadonlyMap<number, readonly FieldProblem[]>>(new Map());
  const skipped: readonly SkippedRow[] = errors.data?.pages.flatMap(({ data }) => data) ?? [];
  const mended = skipped.flatMap((one) => {
    const own = edits[one.row] ?? {};
    return Object.keys(own).length > 0 ? [{ skipped: one, edits: own }] : [];
  });
  const send = useMutation({
    mutationFn: () => importMended(tenant, { current, fields: fields.data ?? [], rows: mended }),
    onSuccess: (result) => {
      if ('faults' in result) return setFaults(result.faults);
      const [workspaceId, mode] = tenant.key;
      keepStartedImport(queries, tenant, result.started);
      const params = { workspaceId, mode, importId: result.started.id };
      return navigate({ to: '/$workspaceId/$mode/transfers/imports/$importId', params });
    },
  });
  return {
    errors,
    fields,
    skipped,
    send,
    mendedCount: mended.length,
    /** Rows that were rejected in the latest attempt. */
    faults,
    getEdits: (row: number): Edits => edits[row] ?? {},
    setEdits: (row: number, changed: Edits) => setEdits((all) => ({ ...all, [row]: changed })),
    getFaults: ({ row, details }: SkippedRow): readonly FieldProblem[] => faults.get(row) ?? details,
  };
}
