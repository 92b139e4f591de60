import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { type Tenant, useTenant } from '../../../api/workspace.js';
import { explainImportProblem } from '../explain-problem.js';
import { explainUnknownType } from './file-types.js';
import { type ChosenFile, openChosenFile, openSheet, openText } from './open-file.js';

interface OpenedFile {
  readonly file?: ChosenFile;
  /** Reason why the file can't be imported. */
  readonly problem?: string;
}

async function openOrExplain(name: string, open: () => Promise<ChosenFile | undefined>): Promise<OpenedFile> {
  try {
    const file = await open();
    return file ? { file } : { problem: explainUnknownType(name) };
  } catch (error) {
    if (!(error instanceof DOMException)) return { problem: explainImportProblem(error).join(' ') };
    return { problem: `Couldn't read ${name}. It may have been moved or changed. Choose it again.` };
  }
}

function reopenText(file: ChosenFile, name: string): Promise<ChosenFile> {
  return openText(file, file.headFormat, { name, isGuess: true });
}

export interface FileChoice {
  readonly file: ChosenFile | undefined;
  readonly problem: string | undefined;
  readonly isOpening: boolean;
  readonly chooseFile: (content: Blob, name: string) => void;
  readonly chooseSheet: (sheet: string) => void;
  readonly chooseCharset: (charset: string) => void;
}

interface Opening {
  readonly name: string;
  readonly open: () => Promise<ChosenFile | undefined>;
}

/** Opens the file that a person chooses. Opens it again when the person chooses a different sheet or charset. */
export function useChosenFile(onChange: () => void): FileChoice {
  const tenant: Tenant = useTenant();
  const [opened, setOpened] = useState<OpenedFile>({});
  const last = useRef<Opening>(undefined);
  const opening = useMutation({
    mutationFn: ({ name, open }: Opening) => openOrExplain(name, open),
    onSuccess: (result, started) => {
      // The person may have chosen another file while a large file was being read.
      if (last.current !== started) return;
      onChange();
      setOpened(result);
    },
  });
  const start = (next: Opening) => {
    last.current = next;
    opening.mutate(next);
  };
  const { file, problem } = opened;
  return {
    file,
    problem,
    isOpening: opening.isPending,
    chooseFile: (content, name) => start({ name, open: () => openChosenFile(tenant, content, name) }),
    chooseSheet: (sheet) => {
      if (file) start({ name: file.name, open: () => openSheet(tenant, file, sheet) });
    },
    chooseCharset: (charset) => {
      if (file) start({ name: file.name, open: () => reopenText(file, charset) });
    },
  };
}
