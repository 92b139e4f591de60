import { SegmentedControl, Text } from '@mantine/core';
import { useMemo, useSyncExternalStore } from 'react';
import { useMembership, useOwnAgentId } from '../../api/workspace.js';
import { useFilters } from '../../ui/filters/use-filters.js';
import { DateTime } from '../../ui/format/date-time.js';
import { PageHeader } from '../../ui/page/page-header.js';
import { ChangedLeadDialog } from '../leads/changed-lead-dialog.js';
import { toLocalDay } from '../workspace/time-zones.js';
import { useTimeZone } from '../workspace/use-time-zone.js';
import { TaskList } from './task-list.js';
import { listTaskPeriods } from './task-periods.js';
import { useTaskChange } from './use-task-change.js';

const choices = [
  { value: 'own', label: 'Mine' },
  { value: 'all', label: 'Everyone’s' },
];

/** Polls the clock, because a device that sleeps over midnight would miss a timer. */
const pollMs = 30_000;

function subscribeToClock(check: () => void): () => void {
  const timer = setInterval(check, pollMs);
  document.addEventListener('visibilitychange', check);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', check);
  };
}

/** Returns the current day in the time zone, such as `2026-03-04`. Changes at midnight while the page is open. */
function useToday(timeZone: string): string {
  return useSyncExternalStore(subscribeToClock, () => toLocalDay(new Date(), timeZone));
}

export function TasksPage() {
  const { role } = useMembership();
  const ownId = useOwnAgentId();
  const { filters, setFilters } = useFilters();
  const { change, announcement, conflict, repeat, forgetRefused } = useTaskChange();
  const timeZone = useTimeZone();
  const today = useToday(timeZone ?? 'UTC');
  const periods = useMemo(() => (timeZone === undefined ? [] : listTaskPeriods(today)), [timeZone, today]);
  // Managers see everyone's tasks by default.
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
      <PageHeader title="Today" description="Leads by their next follow-up" actions={switcher} />
      {periods.map((period) => (
        <TaskList key={period.name} period={period} agentId={whose === 'all' ? undefined : ownId} onChange={change} />
      ))}
      <div role="status" className="visually-hidden">
        {announcement}
      </div>
      <ChangedLeadDialog conflict={conflict} repeatLabel="Set it anyway" onRepeat={repeat} onClose={forgetRefused}>
        <Text size="sm">
          {planned ? (
            <>
              The next follow-up is on <DateTime value={planned} /> and wasn't changed.
            </>
          ) : (
            'The follow-up was removed, and nothing was changed.'
          )}
        </Text>
      </ChangedLeadDialog>
    </>
  );
}
