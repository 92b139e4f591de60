import { skipToken, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTenant } from '../../api/workspace.js';
import type { ChosenFile } from './import-file.js';
import type { Import, ImportResource } from './imports.js';
import { chooseMapping, type Mapping } from './mapping.js';
import { type ImportField, type ImportPreview, previewFile, readImportFields } from './preview.js';

interface UseMappingInput {
  readonly file: ChosenFile | undefined;
  readonly resource: ImportResource;
  readonly earlier: Import | undefined;
}

interface Corrections {
  /** Identifies the file and resource that the corrections belong to. */
  readonly of: string;
  readonly fields: Mapping;
}

export interface ColumnChoices {
  readonly preview: UseQueryResult<ImportPreview>;
  readonly fields: UseQueryResult<readonly ImportField[]>;
  /** Fields that every new record needs. */
  readonly required: readonly string[];
  /** Undefined while the guess is loading, and for a file without columns. */
  readonly mapping: Mapping | undefined;
  readonly setField: (column: string, field: string) => void;
}

/** Returns the mapping of a file: the server's guess or that of an earlier import, with the person's corrections. */
export function useMapping({ file, resource, earlier }: UseMappingInput): ColumnChoices {
  const tenant = useTenant();
  const fields = useQuery({
    queryKey: [...tenant.key, 'import-fields', resource],
    queryFn: () => readImportFields(tenant, resource),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const preview = useQuery({
    queryKey: [...tenant.key, 'import-preview', resource, file?.id],
    queryFn: file ? () => previewFile(tenant, resource, file) : skipToken,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const subject = `${resource} ${file?.id}`;
  const [corrections, setCorrections] = useState<Corrections>({ of: subject, fields: {} });
  const corrected = corrections.of === subject ? corrections.fields : {};
  const guess = preview.data;
  const before = earlier?.resource === resource ? (earlier.mapping ?? undefined) : undefined;
  return {
    preview,
    fields,
    required: (fields.data ?? []).filter(({ required }) => required).map(({ name }) => name),
    mapping:
      guess?.format === 'csv' ? { ...chooseMapping(guess.columns, guess.mapping, before), ...corrected } : undefined,
    setField: (column, field) => setCorrections({ of: subject, fields: { ...corrected, [column]: field } }),
  };
}
