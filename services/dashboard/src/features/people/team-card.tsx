import { Button, Group, Paper, Text, Title } from '@mantine/core';
import { useCan } from '../../api/workspace.js';
import { ConfirmButton } from '../../ui/dialogs/confirm-button.js';
import { LoadMore } from '../../ui/feedback/load-more.js';
import { QueryState } from '../../ui/feedback/query-state.js';
import { useAgentPages } from './agent-queries.js';
import { TeamMembers } from './team-members.js';
import type { Team } from './team-queries.js';
import { useAgentName } from './use-agent.js';
import { usePeopleChange } from './use-people-change.js';

function DeleteTeam({ team }: { readonly team: Team }) {
  const remove = usePeopleChange({
    change: ({ api }) => api.DELETE('/v1/teams/{id}', { params: { path: { id: team.id } } }),
    describe: () => `The team ${team.name} was deleted.`,
  });
  return (
    <ConfirmButton
      size="xs"
      variant="subtle"
      color="red"
      label="Delete"
      name={`Delete ${team.name}`}
      title={`Delete ${team.name}?`}
      confirmLabel="Delete team"
      onConfirm={() => remove.mutateAsync(undefined)}
    >
      <Text size="sm">You can only delete a team that has no members.</Text>
    </ConfirmButton>
  );
}

interface TeamCardProps {
  readonly team: Team;
  readonly onEdit: () => void;
}

export function TeamCard({ team, onEdit }: TeamCardProps) {
  const members = useAgentPages({ team_id: team.id, sort: 'name', order: 'asc' });
  const lead = useAgentName(team.lead_agent_id);
  const mayChange = useCan('administer');
  return (
    <Paper component="section" withBorder radius="md" p="md" aria-label={team.name}>
      <Group justify="space-between" wrap="nowrap" align="flex-start" mb="sm">
        <div>
          <Title order={2} size="h4">
            {team.name}
          </Title>
          <Text size="sm" c="dimmed">
            {lead ? `Led by ${lead.name}` : 'No team lead'}
          </Text>
        </div>
        {mayChange ? (
          <Group gap={4} wrap="nowrap">
            <Button size="xs" variant="default" onClick={onEdit}>
              Edit<span className="visually-hidden"> {team.name}</span>
            </Button>
            <DeleteTeam team={team} />
          </Group>
        ) : null}
      </Group>
      <QueryState query={members}>
        {({ pages }) => <TeamMembers team={team} rows={pages.flatMap(({ data }) => data)} />}
      </QueryState>
      <LoadMore query={members} label="Show more members" size="xs" />
    </Paper>
  );
}
