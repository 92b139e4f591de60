import { NativeSelect, NumberInput, Stack, TextInput } from '@mantine/core';
import { readBody } from '../../api/client.js';
import { roles } from '../../api/enums.js';
import { useRole } from '../../api/workspace.js';
import { FormModal } from '../../ui/dialogs/form-dialog.js';
import { toChoices } from '../../ui/format/label.js';
import { FormActions } from '../../ui/forms/form-actions.js';
import { useProblemForm } from '../../ui/forms/use-problem-form.js';
import { toFraction } from './agent-values.js';
import { useTeams } from './team-queries.js';
import { usePeopleChange } from './use-people-change.js';

interface InviteDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
}

interface Invitation extends Record<string, unknown> {
  name: string;
  email: string;
  role: (typeof roles)[number];
  team_id: string;
  /** `rate` is a percentage. */
  commission: { rate: number | string; tier: string };
}

const empty: Invitation = { name: '', email: '', role: 'agent', team_id: '', commission: { rate: '', tier: '' } };

function InviteForm({ onClose }: Pick<InviteDialogProps, 'onClose'>) {
  const role = useRole();
  const teams = useTeams().data ?? [];
  const { form, problem, showProblem, clearProblem } = useProblemForm<Invitation>({ initialValues: empty });
  const invite = usePeopleChange({
    change: ({ api }, { team_id, commission, ...rest }: Invitation) => {
      const earnings = { rate: toFraction(commission.rate), tier: commission.tier.trim() || null };
      const body = { ...rest, team_id: team_id || null, commission: earnings };
      return readBody(api.POST('/v1/agents', { body }));
    },
    describe: ({ data }) => `We invited ${data.name}.`,
    onDone: onClose,
    onProblem: showProblem,
  });
  const send = (values: Invitation) => {
    clearProblem();
    invite.mutate(values);
  };
  return (
    <form onSubmit={form.onSubmit(send)} noValidate>
      <Stack gap="sm">
        <TextInput label="Name" required autoComplete="off" data-autofocus {...form.getInputProps('name')} />
        <TextInput label="Email" type="email" required autoComplete="off" {...form.getInputProps('email')} />
        <NativeSelect
          label="Role"
          data={toChoices(roles.filter((one) => one !== 'owner' || role === 'owner'))}
          {...form.getInputProps('role')}
        />
        <NativeSelect
          label="Team"
          data={[{ value: '', label: 'None' }, ...teams.map(({ id, name }) => ({ value: id, label: name }))]}
          {...form.getInputProps('team_id')}
        />
        <NumberInput
          label="Commission"
          description="Share of the deal value, unless the deal sets its own"
          suffix=" %"
          decimalScale={4}
          {...form.getInputProps('commission.rate')}
        />
        <TextInput label="Commission tier" description="Your own label" {...form.getInputProps('commission.tier')} />
        <FormActions label="Send invitation" isBusy={invite.isPending} problem={problem} onCancel={onClose} />
      </Stack>
    </form>
  );
}

/** Invites a person to the workspace. */
export function InviteDialog({ opened, onClose }: InviteDialogProps) {
  return (
    <FormModal opened={opened} onClose={onClose} title="Invite a person">
      <InviteForm onClose={onClose} />
    </FormModal>
  );
}
