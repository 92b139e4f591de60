import { Button } from '@mantine/core';
import { useState } from 'react';
import { useCan } from '../../api/workspace.js';
import { PageHeader } from '../../components/page-header.js';
import { QueryState } from '../../components/query-state.js';
import { EmptyState } from '../../components/states.js';
import { type Team, useTeams } from './agents.js';
import { PeopleTabs } from './people-tabs.js';
import { TeamCard } from './team-card.js';
import { TeamDialog } from './team-dialog.js';
import classes from './teams-page.module.css';

/** Teams with their members; an agent belongs to one at most. */
export function TeamsPage() {
  const teams = useTeams();
  const mayChange = useCan('administer');
  /** The team that is edited; null for a new one. */
  const [edited, setEdited] = useState<Team | null>();
  const create = mayChange ? <Button onClick={() => setEdited(null)}>New team</Button> : undefined;
  return (
    <>
      <PageHeader title="People" actions={create} />
      <PeopleTabs />
      <QueryState
        query={teams}
        isEmpty={(all) => all.length === 0}
        empty={
          <EmptyState title="There are no teams yet">
            Teams group agents, for example by project; an agent joins one on their page or here.
          </EmptyState>
        }
      >
        {(all) => (
          <div className={classes.teams}>
            {all.map((team) => (
              <TeamCard key={team.id} team={team} onEdit={() => setEdited(team)} />
            ))}
          </div>
        )}
      </QueryState>
      <TeamDialog team={edited} onClose={() => setEdited(undefined)} />
    </>
  );
}
