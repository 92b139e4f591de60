import { Stack, TextInput } from '@mantine/core';
import { readBody } from '../../api/client.js';
import { ifMatch, readVersioned, type Versioned } from '../../api/versioned-record.js';
import { useTenant } from '../../api/workspace.js';
import { FormModal } from '../../ui/dialogs/form-dialog.js';
import { showToast } from '../../ui/feedback/toast.js';
import { ConflictNotice } from '../../ui/forms/conflict-notice.js';
import { FormActions } from '../../ui/forms/form-actions.js';
import { FreshRecord } from '../../ui/forms/fresh-record.js';
import { useRecordForm } from '../../ui/forms/use-record-form.js';
import { getPeopleKey } from './agent-queries.js';
import { AgentSelect } from './agent-select.js';
import { readTeam, type Team } from './team-queries.js';
import { useRefreshPeople } from './use-people-change.js';

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
  /** Undefined for a new team. */
  readonly base: Versioned<Team> | undefined;
  readonly onClose: () => void;
}

const toValues = ({ name, lead_agent_id }: Team): TeamValues => ({ name, lead_agent_id });

function TeamForm({ base, onClose }: TeamFormProps) {
  const tenant = useTenant();
  const refreshPeople = useRefreshPeople();
  const id = base?.record.id ?? '';
  const { form, problem, conflict, isBusy, submit } = useRecordForm({
    base,
    initialValues: base === undefined ? { name: '', lead_agent_id: null } : toValues(base.record),
    toValues,
    toBody: (values) => values,
    create: async (body) => (await readBody(tenant.api.POST('/v1/teams', { body }))).data,
    update: (body, tag) => {
      const params = { path: { id } };
      return readVersioned(tenant.api.PUT('/v1/teams/{id}', { params, headers: ifMatch(tag), body }));
    },
    read: () => readTeam(tenant, id),
    onSaved: ({ name }) => {
      showToast(`The team ${name} was saved.`);
      refreshPeople();
      onClose();
    },
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <ConflictNotice conflict={conflict} />
        <TextInput label="Name" required data-autofocus {...form.getInputProps('name')} />
        <AgentSelect
          label="Team lead"
          placeholder="Search by name or email"
          statuses={['active']}
          comboboxProps={{ withinPortal: false }}
          value={form.getValues().lead_agent_id}
          onChange={(id) => form.setFieldValue('lead_agent_id', id)}
          error={form.errors['lead_agent_id']}
        />
        <FormActions label="Save" isBusy={isBusy} problem={problem} onCancel={onClose} />
      </Stack>
    </form>
  );
}

/** Creates or edits a team. */
export function TeamDialog({ team, onClose }: TeamDialogProps) {
  const tenant = useTenant();
  return (
    <FormModal opened={team !== undefined} onClose={onClose} title={team ? `Edit ${team.name}` : 'New team'}>
      {team === null ? <TeamForm base={undefined} onClose={onClose} /> : null}
      {team ? (
        <FreshRecord queryKey={[...getPeopleKey(tenant), 'team', team.id]} read={() => readTeam(tenant, team.id)}>
          {(base) => <TeamForm base={base} onClose={onClose} />}
        </FreshRecord>
      ) : null}
    </FormModal>
  );
}
