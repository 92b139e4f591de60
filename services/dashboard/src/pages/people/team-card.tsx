import { Button, CloseButton, Group, Paper, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { answerOf } from '../../api/client.js';
import { toWords } from '../../api/problem.js';
import { useCan } from '../../api/workspace.js';
import { AgentSelect } from '../../components/agent-select.js';
import { ConfirmDialog } from '../../components/confirm-dialog.js';
import { QueryState } from '../../components/query-state.js';
import { AgentLink } from './agent-link.js';
import { type AgentRow, type Team, useAgentPages } from './agents.js';
import classes from './teams-page.module.css';
import { useAgentName } from './use-agent.js';
import { usePeopleChange } from './use-people-change.js';

/** Moves agents into a team, or out of theirs. */
function useTeamMove() {
  return usePeopleChange({
    change: ({ api }, { id, teamId }: { id: string; teamId: string | null }) =>
      answerOf(api.PUT('/v1/agents/{id}', { params: { path: { id } }, body: { team_id: teamId } })),
    describe: ({ data }) => (data.team_id === null ? `${data.name} left the team.` : `${data.name} joined the team.`),
    onProblem: (error) =>
      notifications.show({ color: 'red', title: "The team wasn't changed", message: toWords(error) }),
  });
}

function Members({ team, rows }: { readonly team: Team; readonly rows: readonly AgentRow[] }) {
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

function DeleteTeam({ team }: { readonly team: Team }) {
  const [isOpen, { open, close }] = useDisclosure(false);
  const remove = usePeopleChange({
    change: ({ api }) => api.DELETE('/v1/teams/{id}', { params: { path: { id: team.id } } }),
    describe: () => `The team ${team.name} was deleted.`,
  });
  return (
    <>
      <Button size="xs" variant="subtle" color="red" onClick={open}>
        Delete<span className="visually-hidden"> {team.name}</span>
      </Button>
      <ConfirmDialog
        opened={isOpen}
        title={`Delete ${team.name}?`}
        confirmLabel="Delete team"
        isDestructive
        isBusy={remove.isPending}
        problem={remove.error ? toWords(remove.error) : undefined}
        onConfirm={() => remove.mutate(undefined)}
        onClose={close}
      >
        <Text size="sm">You can only delete a team that has no members.</Text>
      </ConfirmDialog>
    </>
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
        {({ pages }) => <Members team={team} rows={pages.flatMap(({ data }) => data)} />}
      </QueryState>
      {members.hasNextPage ? (
        <Button
          size="xs"
          mt="sm"
          variant="default"
          loading={members.isFetchingNextPage}
          onClick={() => void members.fetchNextPage()}
        >
          Show more members
        </Button>
      ) : null}
    </Paper>
  );
}
