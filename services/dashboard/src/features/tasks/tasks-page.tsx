import { Button, Group, SegmentedControl } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { useCan, useOwnAgentId, useRole } from '../../api/workspace.js';
import { LoadingState } from '../../ui/feedback/states.js';
import { useFilters } from '../../ui/filters/use-filters.js';
import { GroupPage } from '../navigation/group-page.js';
import { SubscribeButton } from './subscribe-button.js';
import { TaskDesk, useTaskDesk } from './task-desk.js';
import { listTaskPeriods } from './task-periods.js';
import { TaskSection } from './task-section.js';
import { useToday } from './use-today.js';

// The code is loaded when the calendar is chosen, because most people work with the list.
const TaskCalendar = lazy(async () => ({ default: (await import('./calendar/task-calendar.js')).TaskCalendar }));

const owners = [
  { value: 'own', label: 'Mine' },
  { value: 'all', label: 'Everyone’s' },
];

const views = [
  { value: 'list', label: 'List' },
  { value: 'week', label: 'Week' },
  { value: 'month', label: 'Month' },
];

function Actions() {
  const { create } = useTaskDesk();
  if (!useCan('write')) return null;
  return (
    <>
      <SubscribeButton />
      <Button onClick={() => create()}>New task</Button>
    </>
  );
}

function Views() {
  const role = useRole();
  const ownId = useOwnAgentId();
  const { filters, setFilters } = useFilters();
  const now = useToday();
  // Managers see everyone's tasks by default.
  const whose = filters['whose'] ?? (role === 'agent' ? 'own' : 'all');
  const view = views.find(({ value }) => value === filters['view'])?.value ?? 'list';
  const agentId = whose === 'all' ? undefined : ownId;
  return (
    <>
      <Group justify="space-between" gap="sm" mb="md">
        <SegmentedControl
          aria-label="Whose tasks"
          data={owners}
          value={whose === 'all' ? 'all' : 'own'}
          onChange={(value) => setFilters({ whose: value })}
        />
        <SegmentedControl
          aria-label="View"
          data={views}
          value={view}
          onChange={(value) => setFilters({ view: value === 'list' ? undefined : value })}
        />
      </Group>
      {now === undefined ? <LoadingState /> : null}
      {now !== undefined && view === 'list'
        ? listTaskPeriods(now.today).map((period) => (
            <TaskSection key={period.name} period={period} agentId={agentId} />
          ))
        : null}
      {now !== undefined && view !== 'list' ? (
        <Suspense fallback={<LoadingState />}>
          <TaskCalendar view={view === 'week' ? 'week' : 'month'} agentId={agentId} {...now} />
        </Suspense>
      ) : null}
    </>
  );
}

/** The tasks of the person or of everyone, as a list or in a calendar. */
export function TasksPage() {
  return (
    <TaskDesk>
      <GroupPage group="today" title="Tasks" actions={<Actions />}>
        <Views />
      </GroupPage>
    </TaskDesk>
  );
}
