import { Button, Group, NativeSelect, NumberInput, Textarea, TextInput, Title } from '@mantine/core';
import { roles } from '../../api/enums.js';
import type { Versioned } from '../../api/versioned-record.js';
import { useRole } from '../../api/workspace.js';
import { ProblemText } from '../../ui/feedback/problem-text.js';
import { toChoices } from '../../ui/format/label.js';
import { ConflictNotice } from '../../ui/forms/conflict-notice.js';
import classes from './agent-page.module.css';
import type { Agent } from './agent-queries.js';
import { agentLabels, describeAgentValue } from './agent-values.js';
import { useTeams } from './team-queries.js';
import { useAgentForm } from './use-agent-form.js';
import { useMayChangeAccess } from './use-may-change-access.js';

/** Edits an agent's profile, role, team and commission. */
export function AgentForm({ current }: { readonly current: Versioned<Agent> }) {
  const { form, problem, conflict, isBusy, submit, discard } = useAgentForm(current);
  const isChanged = form.isDirty();
  const teams = useTeams().data ?? [];
  const isOwner = useRole() === 'owner';
  const offered = roles.filter((role) => isOwner || role !== 'owner' || current.record.role === 'owner');
  const isLocked = !useMayChangeAccess(current.record);
  const locked = isLocked ? { disabled: true, description: 'Only owners can change this for an owner.' } : {};
  return (
    <form onSubmit={submit} noValidate className={classes.form} aria-label="Profile and role">
      <Title order={2} size="h4">
        Profile and role
      </Title>
      <ConflictNotice
        conflict={conflict}
        groups={['commission', 'profile']}
        labels={agentLabels}
        formatValue={(path, value) => describeAgentValue(path, value, teams)}
      />
      <div className={classes.fields}>
        <TextInput label="Name" required {...form.getInputProps('name')} />
        <TextInput label="Email" type="email" required {...locked} {...form.getInputProps('email')} />
        <NativeSelect label="Role" {...locked} data={toChoices(offered)} {...form.getInputProps('role')} />
        <NativeSelect
          label="Team"
          data={[{ value: '', label: 'None' }, ...teams.map(({ id, name }) => ({ value: id, label: name }))]}
          {...form.getInputProps('team_id')}
        />
        <NumberInput label="Commission" suffix=" %" decimalScale={4} {...form.getInputProps('commission.rate')} />
        <TextInput label="Commission tier" {...form.getInputProps('commission.tier')} />
        <TextInput label="Phone" type="tel" {...form.getInputProps('profile.phone')} />
        <TextInput label="Licence" {...form.getInputProps('profile.license_number')} />
        <TextInput label="Languages" description="Separated by commas" {...form.getInputProps('profile.languages')} />
        <TextInput label="Photo" description="Address of a picture" {...form.getInputProps('profile.photo')} />
      </div>
      <Textarea label="About" autosize minRows={2} maxRows={8} {...form.getInputProps('profile.bio')} />
      <ProblemText problem={problem} />
      <Group justify="flex-end">
        {isChanged ? (
          <Button variant="default" onClick={discard}>
            Discard
          </Button>
        ) : null}
        <Button type="submit" loading={isBusy} disabled={!isChanged}>
          Save
        </Button>
      </Group>
    </form>
  );
}
