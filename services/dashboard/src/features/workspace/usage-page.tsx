import { Paper, Title } from '@mantine/core';
import { useMode } from '../../api/workspace.js';
import { GroupPage } from '../navigation/group-page.js';
import { PlanLimits } from './plan-limits.js';
import { PlanQuotas } from './plan-quotas.js';

/** Shows how much of the plan's rate limits and quotas this mode has used. */
export function UsagePage() {
  const mode = useMode();
  return (
    <GroupPage
      group="developers"
      title="Usage"
      description="We count live and sandbox requests separately. Requests that fail with 401 or 429 don't count."
      guide="rate-limits"
    >
      <Paper component="section" withBorder p="md" maw={640} aria-label="Usage">
        <Title order={2} size="h4" mb="sm">
          Requests in {mode} mode
        </Title>
        <PlanLimits />
      </Paper>
      <Paper component="section" withBorder p="md" mt="md" maw={640} aria-label="Quotas">
        <Title order={2} size="h4" mb="sm">
          Records, files, imports and exports
        </Title>
        <PlanQuotas />
      </Paper>
    </GroupPage>
  );
}
