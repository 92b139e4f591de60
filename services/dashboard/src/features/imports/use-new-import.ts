import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useTenant } from '../../api/workspace.js';
import { findMappingFault } from './column-mapping.js';
import { type ChosenFile, openChosenFile } from './import-file.js';
import { type Import, readErrorsFile } from './import-queries.js';
import { type ImportChoices, startImport } from './start-import.js';
import { useColumnMapping } from './use-column-mapping.js';

type Options = Omit<ImportChoices, 'mapping'>;

/** An upload. */
interface Upload {
  readonly chosen: ChosenFile;
  readonly choices: ImportChoices;
  readonly isDryRun: boolean;
  /** Revision of the choices that it was started with. */
  readonly revision: number;
}

function getOptions(earlier: Import | undefined): Options {
  return {
    resource: earlier?.resource ?? 'leads',
    mode: earlier?.mode ?? 'create',
    onDuplicate: earlier?.on_duplicate ?? 'reject',
  };
}

interface ReadFile {
  readonly chosen?: ChosenFile;
  /** Why the file can't be imported. */
  readonly problem?: string;
}

async function readFile(content: Blob, name: string): Promise<ReadFile> {
  try {
    const chosen = await openChosenFile(content, name);
    if (chosen) return { chosen };
    return { problem: `${name} isn't a CSV, JSON lines or XML file. Save a spreadsheet as CSV first.` };
  } catch {
    return { problem: `Couldn't read ${name}. It may have been moved or changed. Choose it again.` };
  }
}

/** Manages the file and the choices of a new import, until its own page takes over. */
export function useNewImport(earlier: Import | undefined) {
  const tenant = useTenant();
  const [workspaceId, mode] = tenant.key;
  const navigate = useNavigate();
  const [file, setFile] = useState<ChosenFile>();
  const [fileProblem, setFileProblem] = useState<string>();
  const lastChosen = useRef<Blob>(undefined);
  const [options, setOptions] = useState(getOptions(earlier));
  // Counts changes of the choices, so that a response to earlier choices can be told apart.
  const [revision, setRevision] = useState(0);
  const [check, setCheck] = useState<{ readonly id: string; readonly revision: number }>();
  const columns = useColumnMapping({ file, resource: options.resource, earlier });
  const start = useMutation({
    mutationFn: ({ chosen, choices, isDryRun }: Upload) => startImport(tenant, chosen, choices, isDryRun),
    onSuccess: ({ id, dry_run }, upload) => {
      if (dry_run) return setCheck({ id, revision: upload.revision });
      const params = { workspaceId, mode, importId: id };
      return navigate({ to: '/$workspaceId/$mode/transfers/imports/$importId', params });
    },
  });
  /** Discards the check, which no longer matches the choices. */
  const forgetCheck = () => setRevision((count) => count + 1);
  const chooseFile = async (content: Blob, name: string) => {
    lastChosen.current = content;
    const { chosen, problem } = await readFile(content, name);
    // Another file may have been chosen while a large one was being read.
    if (lastChosen.current !== content) return;
    forgetCheck();
    setFile(chosen);
    setFileProblem(problem);
  };
  const loadSkippedRows = useMutation({
    mutationFn: (id: string) => readErrorsFile(tenant, id),
    onSuccess: (content) => chooseFile(content, 'skipped-rows.csv'),
  });
  const { mapping, required } = columns;
  return {
    file,
    fileProblem,
    chooseFile,
    loadSkippedRows,
    options,
    setOptions: (changes: Partial<Options>) => {
      forgetCheck();
      setOptions({ ...options, ...changes });
    },
    columns,
    forgetCheck,
    checkId: check?.revision === revision ? check.id : undefined,
    /** Problem with the mapping that prevents sending. */
    fault: mapping && findMappingFault(mapping, options.mode === 'create' ? required : []),
    isSending: start.isPending,
    problem: start.variables?.revision === revision ? start.error : null,
    send: (isDryRun: boolean) => {
      const choices = { ...options, mapping };
      if (file) start.mutate({ chosen: file, choices, isDryRun, revision });
    },
  };
}

export type NewImport = ReturnType<typeof useNewImport>;
