import { SegmentedControl, Text } from '@mantine/core';
import { useMemo, useSyncExternalStore } from 'react';
import { useMembership, useOwnAgentId } from '../../api/workspace.js';
import { ChangedLeadDialog } from '../../components/changed-lead-dialog.js';
import { DateTime } from '../../components/date-time.js';
import { useFilters } from '../../components/filter-bar.js';
import { PageHeader } from '../../components/page-header.js';
import { TaskList } from './task-list.js';
import { listTaskPeriods } from './task-periods.js';
import { useTaskChange } from './use-task-change.js';

const choices = [
  { value: 'own', label: 'Mine' },
  { value: 'all', label: 'Everybody’s' },
];

/** A device that sleeps over midnight misses the timer of that moment: the clock is looked at instead. */
const lookEveryMs = 30_000;

function watch(look: () => void): () => void {
  const timer = setInterval(look, lookEveryMs);
  document.addEventListener('visibilitychange', look);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', look);
  };
}

const getToday = () => new Date().setHours(0, 0, 0, 0);

/** When the day began where the viewer is, in milliseconds; changes with the day while the page stays open. */
function useToday(): number {
  return useSyncExternalStore(watch, getToday);
}

export function TasksPage() {
  const { role } = useMembership();
  const ownId = useOwnAgentId();
  const { filters, setFilters } = useFilters();
  const { change, announcement, conflict, repeat, closeConflict } = useTaskChange();
  const today = useToday();
  const periods = useMemo(() => listTaskPeriods(new Date(today)), [today]);
  // Who leads others looks at all of them first.
  const whose = filters['whose'] ?? (role === 'agent' ? 'own' : 'all');
  const switcher = (
    <SegmentedControl
      aria-label="Whose tasks"
      data={choices}
      value={whose === 'all' ? 'all' : 'own'}
      onChange={(value) => setFilters({ whose: value })}
    />
  );
  const planned = conflict?.lead.next_follow_up;
  return (
    <>
      <PageHeader title="Tasks" description="Leads by their next follow-up" actions={switcher} />
      {periods.map((period) => (
        <TaskList key={period.name} period={period} agentId={whose === 'all' ? undefined : ownId} onChange={change} />
      ))}
      <div role="status" className="visually-hidden">
        {announcement}
      </div>
      <ChangedLeadDialog
        conflict={conflict}
        repeatLabel="Set it all the same"
        onRepeat={repeat}
        onClose={closeConflict}
      >
        <Text size="sm">
          {planned ? (
            <>
              The next follow-up is on <DateTime value={planned} /> and was left so.
            </>
          ) : (
            'No follow-up is planned any more, and that was left so.'
          )}
        </Text>
      </ChangedLeadDialog>
    </>
  );
}
