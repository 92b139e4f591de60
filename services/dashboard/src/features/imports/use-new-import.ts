import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTenant } from '../../api/workspace.js';
import { findMappingFault } from './column-mapping.js';
import { type ChosenFile, getContentType } from './file/open-file.js';
import { useChosenFile } from './file/use-chosen-file.js';
import { type Import, importQuery, keepStartedImport, readErrorsFile } from './import-queries.js';
import { defaultReading, readOptionsOf } from './reading-options.js';
import { type ImportChoices, startImport } from './start-import.js';
import { useColumnMapping } from './use-column-mapping.js';
import { useFirstRows } from './use-first-rows.js';

type Options = Omit<ImportChoices, 'mapping'>;

/** An upload. */
interface Upload {
  readonly chosen: ChosenFile;
  readonly choices: ImportChoices;
  readonly isDryRun: boolean;
  /** Revision of the choices with which the check was started. */
  readonly revision: number;
}

function getOptions(earlier: Import | undefined): Options {
  return {
    resource: earlier?.resource ?? 'leads',
    mode: earlier?.mode ?? 'create',
    onDuplicate: earlier?.on_duplicate ?? 'reject',
    reading: earlier ? readOptionsOf(earlier) : defaultReading,
  };
}

/** Returns the changed options. A change of the record type removes the values of its fields. */
function changeOptions(options: Options, changes: Partial<Options>): Options {
  const isOther = changes.resource !== undefined && changes.resource !== options.resource;
  const reading = isOther ? { ...options.reading, valueMap: {}, defaults: {} } : options.reading;
  return { ...options, reading, ...changes };
}

/** Manages the file and the choices of a new import until its own page opens. */
export function useNewImport(earlier: Import | undefined) {
  const tenant = useTenant();
  const [workspaceId, mode] = tenant.key;
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [options, setOptions] = useState(getOptions(earlier));
  // Counts changes of the choices, so that a response to earlier choices can be recognized.
  const [revision, setRevision] = useState(0);
  const [check, setCheck] = useState<{ readonly id: string; readonly revision: number }>();
  /** Discards the check, because it no longer matches the choices. */
  const forgetCheck = () => setRevision((count) => count + 1);
  const files = useChosenFile(forgetCheck);
  const { file } = files;
  const columns = useColumnMapping({ file, resource: options.resource, earlier });
  const start = useMutation({
    mutationFn: ({ chosen, choices, isDryRun }: Upload) =>
      startImport(tenant, { ...chosen, contentType: getContentType(chosen) }, choices, isDryRun),
    onSuccess: (started, upload) => {
      const { id, dry_run } = started;
      keepStartedImport(queries, tenant, started);
      if (dry_run) return setCheck({ id, revision: upload.revision });
      const params = { workspaceId, mode, importId: id };
      return navigate({ to: '/$workspaceId/$mode/transfers/imports/$importId', params });
    },
  });
  const loadSkippedRows = useMutation({
    mutationFn: (id: string) => readErrorsFile(tenant, id),
    onSuccess: (content) => files.chooseFile(content, 'skipped-rows.csv'),
  });
  const { mapping } = columns;
  const isFilled = (field: string) => (options.reading.defaults[field] ?? '').trim() !== '';
  const required = options.mode === 'create' ? columns.required.filter((field) => !isFilled(field)) : [];
  const fault = mapping && findMappingFault(mapping, required);
  const isMapped = mapping === undefined || Object.values(mapping).some((field) => field !== '');
  const firstRows = useFirstRows({ ...options, file, mapping, isReady: columns.preview.isSuccess && isMapped });
  const checkId = check?.revision === revision ? check.id : undefined;
  const checked = useQuery({ ...importQuery(tenant, checkId ?? ''), enabled: checkId !== undefined }).data?.data;
  return {
    files,
    loadSkippedRows,
    options,
    setOptions: (changes: Partial<Options>) => {
      forgetCheck();
      setOptions(changeOptions(options, changes));
    },
    columns,
    firstRows,
    /** How the columns are read: in the whole file after a check, or in its first rows before that. */
    understood: (checkId === undefined ? undefined : checked?.understood) ?? firstRows.data?.understood ?? [],
    sample: (checkId === undefined ? undefined : checked?.sample) ?? firstRows.data?.sample ?? [],
    forgetCheck,
    checkId,
    /** Problem with the mapping that prevents the import. */
    fault,
    isSending: start.isPending,
    problem: start.variables?.revision === revision ? start.error : null,
    send: (isDryRun: boolean) => {
      const choices = { ...options, mapping };
      if (file) start.mutate({ chosen: file, choices, isDryRun, revision });
    },
  };
}

export type NewImport = ReturnType<typeof useNewImport>;
