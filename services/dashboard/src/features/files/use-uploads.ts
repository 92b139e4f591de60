import { useEffect, useRef, useState } from 'react';
import { ApiProblem, describeError } from '../../api/problem.js';
import { retryAfterLimit } from '../../api/run-for-each.js';
import { useTenant } from '../../api/workspace.js';
import type { FileKind, FileOwner, RecordFile } from './file-queries.js';
import { uploadFile } from './upload-file.js';

const maxRunning = 3;
/** Maximum size of a file that the API accepts, in bytes. */
const maxBytes = 20_971_520;

/** A file that is being uploaded. */
export interface RunningUpload {
  /** Id of the upload, which is also its Idempotency-Key. */
  readonly id: string;
  readonly file: File;
  readonly kind: FileKind;
  readonly state: 'waiting' | 'running' | 'failed';
  /** From 0 to 1. */
  readonly progress: number;
  readonly problem?: string;
}

export interface Uploads {
  readonly running: readonly RunningUpload[];
  readonly add: (files: readonly File[], kind: FileKind) => void;
  readonly repeat: (id: string) => void;
  /** Stops an upload, or hides a failed one. */
  readonly remove: (id: string) => void;
}

function describeFailure(error: unknown): string {
  const [detail] = error instanceof ApiProblem ? error.details : [];
  return detail === undefined ? describeError(error) : `The file ${detail.message}.`;
}

function toUpload(file: File, kind: FileKind): RunningUpload {
  const upload = { id: crypto.randomUUID(), file, kind, progress: 0 };
  if (file.size <= maxBytes) return { ...upload, state: 'waiting' };
  return { ...upload, state: 'failed', problem: 'The file is larger than 20 MB.' };
}

/** Uploads a record's files, a few at a time. Calls `onDone` with each stored file. */
export function useUploads(owner: FileOwner, onDone: (file: RecordFile) => void): Uploads {
  const tenant = useTenant();
  const [uploads, setUploads] = useState<readonly RunningUpload[]>([]);
  const controllers = useRef(new Map<string, AbortController>());
  const change = (id: string, changes: Partial<RunningUpload>) =>
    setUploads((all) => all.map((one) => (one.id === id ? { ...one, ...changes } : one)));
  const drop = (id: string) => setUploads((all) => all.filter((one) => one.id !== id));
  const start = async ({ id, file, kind }: RunningUpload) => {
    const controller = new AbortController();
    controllers.current.set(id, controller);
    change(id, { state: 'running', progress: 0 });
    try {
      const onProgress = (progress: number) => change(id, { progress });
      const upload = { owner, kind, file, idempotencyKey: id };
      await retryAfterLimit(async () => {
        const stored = await uploadFile(tenant, upload, { onProgress, signal: controller.signal });
        drop(id);
        onDone(stored);
      });
    } catch (error) {
      if (!controller.signal.aborted) change(id, { state: 'failed', problem: describeFailure(error) });
    } finally {
      controllers.current.delete(id);
    }
  };
  const waiting = uploads.find(({ state }) => state === 'waiting');
  const isFull = uploads.filter(({ state }) => state === 'running').length >= maxRunning;
  useEffect(() => {
    if (waiting !== undefined && !isFull) void start(waiting);
  });
  return {
    running: uploads,
    add: (files, kind) => setUploads((all) => [...all, ...files.map((file) => toUpload(file, kind))]),
    repeat: (id) => change(id, { state: 'waiting' }),
    remove: (id) => {
      controllers.current.get(id)?.abort();
      drop(id);
    },
  };
}
