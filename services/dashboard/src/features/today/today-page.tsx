import { Button, SegmentedControl } from '@mantine/core';
import { useCan, useOwnAgentId } from '../../api/workspace.js';
import { LoadingState } from '../../ui/feedback/states.js';
import { useFilters } from '../../ui/filters/use-filters.js';
import { GroupPage } from '../navigation/group-page.js';
import { TaskDesk, useTaskDesk } from '../tasks/task-desk.js';
import { listNextPeriods } from '../tasks/task-periods.js';
import { TaskSection } from '../tasks/task-section.js';
import { useToday } from '../tasks/use-today.js';
import { ExpiringHolds } from './expiring-holds.js';
import { FirstSteps } from './first-steps.js';
import { NewLeads } from './new-leads.js';
import { OverdueInvoices } from './overdue-invoices.js';
import { SinceYesterday } from './since-yesterday.js';
import classes from './today.module.css';
import { UnassignedLeads } from './unassigned-leads.js';

/** Number of tasks that are loaded at a time for each period. */
const tasksPerPage = 10;

const scopes = [
  { value: 'own', label: 'Mine' },
  { value: 'team', label: 'Whole team' },
];

/**
 * Choice between the team's records and the person's own. By default, managers see the whole team, and agents see their
 * own records.
 */
function useScope() {
  const ownId = useOwnAgentId();
  const { filters, setFilters } = useFilters();
  const isManager = useCan('administer');
  const isTeam = isManager && filters['whose'] !== 'own';
  return {
    isManager,
    scope: isTeam ? 'team' : 'own',
    agentId: isTeam ? undefined : ownId,
    setScope: (scope: string) => setFilters({ whose: scope === 'own' ? 'own' : undefined }),
  };
}

function NewTaskButton() {
  const { create } = useTaskDesk();
  return useCan('write') ? <Button onClick={() => create()}>New task</Button> : null;
}

/** Shows a person's tasks and today's news. */
export function TodayPage() {
  const { isManager, scope, agentId, setScope } = useScope();
  const mayWrite = useCan('write');
  const now = useToday();
  const actions = (
    <>
      {isManager ? <SegmentedControl aria-label="Whose day" data={scopes} value={scope} onChange={setScope} /> : null}
      <NewTaskButton />
    </>
  );
  return (
    <TaskDesk>
      <GroupPage group="today" title="Today" actions={actions}>
        {isManager ? <FirstSteps /> : null}
        {now === undefined ? (
          <LoadingState />
        ) : (
          <div className={classes.columns}>
            <div>
              {listNextPeriods(now.today).map((period) => (
                <TaskSection key={period.name} period={period} agentId={agentId} perPage={tasksPerPage} />
              ))}
            </div>
            <div className={classes.column}>
              <ExpiringHolds today={now.today} agentId={agentId} />
              {scope === 'team' ? <OverdueInvoices /> : null}
              <NewLeads agentId={agentId} />
              {mayWrite ? <UnassignedLeads /> : null}
              <SinceYesterday today={now.today} agentId={agentId} />
            </div>
          </div>
        )}
      </GroupPage>
    </TaskDesk>
  );
}
