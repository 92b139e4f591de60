import { Paper, Title } from '@mantine/core';
import { useMode } from '../../api/workspace.js';
import { PlanLimits } from '../../components/plan-limits.js';
import { DeveloperPage } from './developer-page.js';

/** How much of the plan's limits the workspace uses in this mode. */
export function UsagePage() {
  const mode = useMode();
  return (
    <DeveloperPage
      title="Usage"
      description="Live and sandbox are counted apart; requests refused with 401 or 429 are not counted."
    >
      <Paper component="section" withBorder p="md" maw={640} aria-label="Usage">
        <Title order={2} size="h4" mb="sm">
          Requests to the {mode} data
        </Title>
        <PlanLimits />
      </Paper>
    </DeveloperPage>
  );
}
