import { Button } from '@mantine/core';
import { useCan } from '../../../api/workspace.js';
import { useTaskDesk } from '../task-desk.js';
import { nameDay } from './calendar-days.js';

/** Creates a task that is due on a day. */
export function AddOnDay({ day }: { readonly day: string }) {
  const { create } = useTaskDesk();
  if (!useCan('write')) return null;
  return (
    <Button size="xs" variant="subtle" aria-label={`New task on ${nameDay(day)}`} onClick={() => create({ day })}>
      New task
    </Button>
  );
}
