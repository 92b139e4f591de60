import { useMutation } from '@tanstack/react-query';
import { ApiProblem } from '../../api/problem.js';
import type { Versioned } from '../../api/versioned-record.js';
import { showErrorToast } from '../../ui/feedback/toast.js';
import type { PhotoChange, Photos } from './photo-list.js';

/** Functions that read and write the pictures of a record. */
export interface PhotoSource {
  /** Distinguishes these pictures from other lists of pictures. */
  readonly id: string;
  readonly read: () => Promise<Versioned<Photos>>;
  readonly save: (photos: Photos, tag: string | undefined) => Promise<unknown>;
  /** Refreshes the queries that show the record. */
  readonly refresh: () => Promise<unknown>;
}

const maxAttempts = 3;

/** Changes the pictures of the current version. Repeats the change if someone else has saved meanwhile. */
async function applyChange({ read, save }: PhotoSource, change: PhotoChange): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const { record: before, tag } = await read();
    const after = change(before);
    if (JSON.stringify(after) === JSON.stringify(before)) return;
    try {
      await save(after, tag);
      return;
    } catch (error) {
      if (!(error instanceof ApiProblem) || error.status !== 412 || attempt === maxAttempts) throw error;
    }
  }
}

/** Changes the pictures of a record, one change after the other. Shows the latest change before it is saved. */
export function usePhotoChange(source: PhotoSource, photos: Photos) {
  const change = useMutation({
    mutationFn: (wanted: PhotoChange) => applyChange(source, wanted),
    scope: { id: `photos ${source.id}` },
    onError: showErrorToast("The pictures weren't changed"),
    onSettled: () => source.refresh(),
  });
  const shown = change.isPending ? change.variables(photos) : photos;
  return { shown, change: change.mutate };
}
