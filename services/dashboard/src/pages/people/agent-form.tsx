import { Alert, Button, Group, List, NativeSelect, NumberInput, Text, Textarea, TextInput, Title } from '@mantine/core';
import type { Versioned } from '../../api/versioned-record.js';
import { useRole } from '../../api/workspace.js';
import { FormProblem } from '../../components/form-actions.js';
import { toLabel } from '../../components/status-badge.js';
import classes from './agent-page.module.css';
import { type FieldChange, wordChange } from './agent-values.js';
import { type Agent, roles, useTeams } from './agents.js';
import { useAgentForm } from './use-agent-form.js';
import { useMayChangeAccess } from './use-may-change-access.js';

function ChangesOfOthers({ changes }: { readonly changes: readonly FieldChange[] }) {
  const teams = useTeams().data ?? [];
  if (changes.length === 0) return null;
  return (
    <Alert color="yellow" title="Somebody else changed this agent meanwhile" role="alert">
      <List size="sm">
        {changes.map((change) => (
          <List.Item key={change.path}>
            {change.label}: {wordChange(change, teams)}
          </List.Item>
        ))}
      </List>
      <Text size="sm" mt="xs">
        Nothing is saved yet. What you changed is still in the form; save again to keep it.
      </Text>
    </Alert>
  );
}

/** Edits an agent: the profile, the role, the team and what they earn. */
export function AgentForm({ current }: { readonly current: Versioned<Agent> }) {
  const { form, problem, others, isChanged, isSaving, submit, discard } = useAgentForm(current);
  const teams = useTeams().data ?? [];
  const isOwner = useRole() === 'owner';
  const offered = roles.filter((role) => isOwner || role !== 'owner' || current.record.role === 'owner');
  const isLocked = !useMayChangeAccess(current.record);
  const locked = isLocked ? { disabled: true, description: 'Of an owner, changed by owners alone' } : {};
  return (
    <form onSubmit={submit} noValidate className={classes.form} aria-label="Profile and role">
      <Title order={2} size="h4">
        Profile and role
      </Title>
      <ChangesOfOthers changes={others} />
      <div className={classes.fields}>
        <TextInput label="Name" {...form.getInputProps('name')} />
        <TextInput label="Email" type="email" {...locked} {...form.getInputProps('email')} />
        <NativeSelect
          label="Role"
          {...locked}
          data={offered.map((role) => ({ value: role, label: toLabel(role) }))}
          {...form.getInputProps('role')}
        />
        <NativeSelect
          label="Team"
          data={[{ value: '', label: 'None' }, ...teams.map(({ id, name }) => ({ value: id, label: name }))]}
          {...form.getInputProps('team_id')}
        />
        <NumberInput
          label="Commission"
          suffix=" %"
          decimalScale={4}
          hideControls
          {...form.getInputProps('commission.rate')}
        />
        <TextInput label="Commission tier" {...form.getInputProps('commission.tier')} />
        <TextInput label="Phone" type="tel" {...form.getInputProps('profile.phone')} />
        <TextInput label="Licence" {...form.getInputProps('profile.license_number')} />
        <TextInput label="Languages" description="Separated by commas" {...form.getInputProps('profile.languages')} />
        <TextInput label="Photo" description="Address of a picture" {...form.getInputProps('profile.photo')} />
      </div>
      <Textarea label="About" autosize minRows={2} maxRows={8} {...form.getInputProps('profile.bio')} />
      <FormProblem problem={problem} />
      <Group justify="flex-end">
        {isChanged ? (
          <Button variant="default" onClick={discard}>
            Discard
          </Button>
        ) : null}
        <Button type="submit" loading={isSaving} disabled={!isChanged}>
          Save
        </Button>
      </Group>
    </form>
  );
}
