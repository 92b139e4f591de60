import { CloseButton, Text } from '@mantine/core';
import { useState } from 'react';
import { readBody } from '../../api/client.js';
import { useCan } from '../../api/workspace.js';
import { showErrorToast } from '../../ui/feedback/toast.js';
import { AgentLink } from '../navigation/agent-link.js';
import type { AgentRow } from './agent-queries.js';
import { AgentSelect } from './agent-select.js';
import type { Team } from './team-queries.js';
import classes from './teams-page.module.css';
import { usePeopleChange } from './use-people-change.js';

/** Moves agents into a team, or out of their team. */
function useTeamMove() {
  return usePeopleChange({
    change: ({ api }, { id, teamId }: { id: string; teamId: string | null }) =>
      readBody(api.PUT('/v1/agents/{id}', { params: { path: { id } }, body: { team_id: teamId } })),
    describe: ({ data }) => (data.team_id === null ? `${data.name} left the team.` : `${data.name} joined the team.`),
    onProblem: showErrorToast("The team wasn't changed"),
  });
}

/** Lists the members of a team. People who may change it can add and remove members. */
export function TeamMembers({ team, rows }: { readonly team: Team; readonly rows: readonly AgentRow[] }) {
  const mayChange = useCan('administer');
  const move = useTeamMove();
  const [version, setVersion] = useState(0);
  const add = (id: string | null) => {
    if (id !== null) move.mutate({ id, teamId: team.id });
    setVersion(version + 1);
  };
  return (
    <>
      {rows.length === 0 ? (
        <Text size="sm" c="dimmed" mb="sm">
          No members yet.
        </Text>
      ) : (
        <ul className={classes.members} aria-label={`Members of ${team.name}`}>
          {rows.map(({ id, name }) => (
            <li key={id} className={classes.member}>
              <AgentLink id={id} name={name} />
              {mayChange ? (
                <CloseButton
                  aria-label={`Remove ${name} from ${team.name}`}
                  onClick={() => move.mutate({ id, teamId: null })}
                />
              ) : null}
            </li>
          ))}
        </ul>
      )}
      {mayChange ? (
        <AgentSelect
          key={version}
          label={`Add to ${team.name}`}
          placeholder="Search by name or email"
          statuses={['active']}
          comboboxProps={{ withinPortal: false }}
          value={null}
          onChange={add}
        />
      ) : null}
    </>
  );
}
