import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useTenant } from '../../api/workspace.js';
import { type ChosenFile, openChosenFile } from './import-file.js';
import { type Import, readErrorsFile } from './imports.js';
import { findMappingFault } from './mapping.js';
import { type ImportChoices, startImport } from './start-import.js';
import { useMapping } from './use-mapping.js';

type Options = Omit<ImportChoices, 'mapping'>;

/** What is sent, and of which revision of the choices. */
interface Sending {
  readonly chosen: ChosenFile;
  readonly choices: ImportChoices;
  readonly isDryRun: boolean;
  readonly of: number;
}

function optionsOf(earlier: Import | undefined): Options {
  return {
    resource: earlier?.resource ?? 'leads',
    mode: earlier?.mode ?? 'create',
    onDuplicate: earlier?.on_duplicate ?? 'reject',
  };
}

interface ReadFile {
  readonly chosen?: ChosenFile;
  /** Why it cannot be imported. */
  readonly problem?: string;
}

async function readFile(content: Blob, name: string): Promise<ReadFile> {
  try {
    const chosen = await openChosenFile(content, name);
    if (chosen) return { chosen };
    return { problem: `${name} is no CSV, JSON lines or XML file. Save a spreadsheet as CSV first.` };
  } catch {
    return { problem: `${name} could not be read. It may have been moved or changed: choose it again.` };
  }
}

/** The file and the choices of an import that is not begun; the import itself has a page of its own. */
export function useNewImport(earlier: Import | undefined) {
  const tenant = useTenant();
  const [workspaceId, mode] = tenant.key;
  const navigate = useNavigate();
  const [file, setFile] = useState<ChosenFile>();
  const [fileProblem, setFileProblem] = useState<string>();
  const lastChosen = useRef<Blob>(undefined);
  const [options, setOptions] = useState(optionsOf(earlier));
  // Counts changes of the choices: an answer is of those with which it was asked for.
  const [revision, setRevision] = useState(0);
  const [check, setCheck] = useState<{ readonly id: string; readonly of: number }>();
  const columns = useMapping({ file, resource: options.resource, earlier });
  const start = useMutation({
    mutationFn: ({ chosen, choices, isDryRun }: Sending) => startImport(tenant, chosen, choices, isDryRun),
    onSuccess: ({ id, dry_run }, { of }) => {
      if (dry_run) return setCheck({ id, of });
      const params = { workspaceId, mode, importId: id };
      return navigate({ to: '/$workspaceId/$mode/transfers/imports/$importId', params });
    },
  });
  /** What was checked is no longer what would be imported. */
  const forgetCheck = () => setRevision((count) => count + 1);
  const chooseFile = async (content: Blob, name: string) => {
    lastChosen.current = content;
    const { chosen, problem } = await readFile(content, name);
    // A large file takes a while to read, in which another one may have been chosen.
    if (lastChosen.current !== content) return;
    forgetCheck();
    setFile(chosen);
    setFileProblem(problem);
  };
  const takeLeftOut = useMutation({
    mutationFn: (id: string) => readErrorsFile(tenant, id),
    onSuccess: (content) => chooseFile(content, 'rows-left-out.csv'),
  });
  const { mapping, required } = columns;
  return {
    file,
    fileProblem,
    chooseFile,
    takeLeftOut,
    options,
    setOptions: (changes: Partial<Options>) => {
      forgetCheck();
      setOptions({ ...options, ...changes });
    },
    columns,
    forgetCheck,
    checkId: check?.of === revision ? check.id : undefined,
    /** What is wrong with the mapping, before it is sent. */
    fault: mapping && findMappingFault(mapping, options.mode === 'create' ? required : []),
    isSending: start.isPending,
    problem: start.variables?.of === revision ? start.error : null,
    send: (isDryRun: boolean) => {
      const choices = { ...options, mapping };
      if (file) start.mutate({ chosen: file, choices, isDryRun, of: revision });
    },
  };
}

export type NewImport = ReturnType<typeof useNewImport>;
