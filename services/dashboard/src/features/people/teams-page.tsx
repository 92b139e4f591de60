import { Button } from '@mantine/core';
import { useState } from 'react';
import { useCan } from '../../api/workspace.js';
import { QueryState } from '../../ui/feedback/query-state.js';
import { EmptyState } from '../../ui/feedback/states.js';
import { GroupPage } from '../navigation/group-page.js';
import { TeamCard } from './team-card.js';
import { TeamDialog } from './team-dialog.js';
import { type Team, useTeams } from './team-queries.js';
import classes from './teams-page.module.css';

/** Lists teams with their members. An agent belongs to at most one team. */
export function TeamsPage() {
  const teams = useTeams();
  const mayChange = useCan('administer');
  /** Null for a new team, undefined while the dialog is closed. */
  const [edited, setEdited] = useState<Team | null>();
  const create = mayChange ? <Button onClick={() => setEdited(null)}>New team</Button> : undefined;
  return (
    <GroupPage group="people" title="People" actions={create}>
      <QueryState
        query={teams}
        isEmpty={(all) => all.length === 0}
        empty={<EmptyState title="No teams yet">Use teams to group agents, for example by project.</EmptyState>}
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
    </GroupPage>
  );
}
