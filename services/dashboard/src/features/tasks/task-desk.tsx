import { createContext, lazy, type ReactNode, Suspense, useContext, useMemo, useState } from 'react';
import type { TaskChange } from './task-change.js';
import type { Task } from './task-queries.js';
import type { TaskStart } from './task-values.js';
import { useTaskChanges } from './use-task-changes.js';

// The code is loaded when the dialog opens, because most visits only read or complete tasks.
const TaskDialog = lazy(async () => ({ default: (await import('./task-dialog.js')).TaskDialog }));

interface Desk {
  readonly change: (change: TaskChange) => void;
  readonly edit: (task: Task) => void;
  readonly create: (start?: TaskStart) => void;
}

const DeskContext = createContext<Desk | null>(null);

/** Returns the page's actions on tasks. */
export function useTaskDesk(): Desk {
  const desk = useContext(DeskContext);
  if (desk === null) throw new Error('This component belongs inside a TaskDesk.');
  return desk;
}

type Open = { readonly task: Task } | { readonly start: TaskStart };

/** Provides the task actions to its children, and opens the dialog of a task. */
export function TaskDesk({ children }: { readonly children: ReactNode }) {
  const change = useTaskChanges();
  const [open, setOpen] = useState<Open>();
  const desk = useMemo<Desk>(
    () => ({ change, edit: (task) => setOpen({ task }), create: (start = {}) => setOpen({ start }) }),
    [change],
  );
  return (
    <DeskContext value={desk}>
      {children}
      {open === undefined ? null : (
        <Suspense>
          <TaskDialog {...open} onClose={() => setOpen(undefined)} />
        </Suspense>
      )}
    </DeskContext>
  );
}
