import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { answerOf } from '../../api/client.js';
import { AgentSelect } from '../../components/agent-select.js';
import { useProblemForm } from '../../components/use-problem-form.js';
import type { Team } from './agents.js';
import { usePeopleChange } from './use-people-change.js';

interface TeamDialogProps {
  /** Null for a new team, undefined while the dialog is closed. */
  readonly team: Team | null | undefined;
  readonly onClose: () => void;
}

interface TeamValues extends Record<string, unknown> {
  name: string;
  lead_agent_id: string | null;
}

interface TeamFormProps {
  readonly team: Team | null;
  readonly onClose: () => void;
}

function TeamForm({ team, onClose }: TeamFormProps) {
  const { form, problem, showProblem, clearProblem } = useProblemForm<TeamValues>({
    initialValues: { name: team?.name ?? '', lead_agent_id: team?.lead_agent_id ?? null },
  });
  const save = usePeopleChange({
    change: ({ api }, body: TeamValues) =>
      team === null
        ? answerOf(api.POST('/v1/teams', { body }))
        : answerOf(api.PUT('/v1/teams/{id}', { params: { path: { id: team.id } }, body })),
    describe: ({ data }) => `The team ${data.name} is saved.`,
    onDone: onClose,
    onProblem: showProblem,
  });
  const send = (values: TeamValues) => {
    clearProblem();
    save.mutate(values);
  };
  return (
    <form onSubmit={form.onSubmit(send)} noValidate>
      <Stack gap="sm">
        <TextInput label="Name" data-autofocus {...form.getInputProps('name')} />
        <AgentSelect
          label="Lead of the team"
          placeholder="Search by name or email"
          statuses={['active']}
          comboboxProps={{ withinPortal: false }}
          value={form.getValues().lead_agent_id}
          onChange={(id) => form.setFieldValue('lead_agent_id', id)}
          error={form.errors['lead_agent_id']}
        />
        {problem === undefined ? null : (
          <Text c="var(--mantine-color-error)" size="sm" role="alert">
            {problem}
          </Text>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={save.isPending}>
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Names a new team or another one, and its lead. */
export function TeamDialog({ team, onClose }: TeamDialogProps) {
  return (
    <Modal
      opened={team !== undefined}
      onClose={onClose}
      title={team ? `Change ${team.name}` : 'New team'}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {team === undefined ? null : <TeamForm team={team} onClose={onClose} />}
    </Modal>
  );
}
