import { Checkbox, Radio, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { components } from '../../../gen/api.js';
import { readBody } from '../../api/client.js';
import { ApiProblem, describeError } from '../../api/problem.js';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.js';
import type { Agent } from './agent-queries.js';
import { AgentSelect } from './agent-select.js';
import { usePeopleChange } from './use-people-change.js';

interface DeactivateDialogProps {
  readonly agent: Agent;
  readonly opened: boolean;
  readonly onClose: () => void;
}

type LeftKey = components['schemas']['LeftKey'];

/** Describes what happened to the API keys that the person created. */
function describeLeftKeys(keys: readonly Pick<LeftKey, 'name' | 'revoked'>[] | null): string {
  if (keys === null) return 'Check whether they created any API keys.';
  const names = keys.map(({ name }) => name).join(', ');
  if (keys.length === 0) return 'They created no API keys.';
  if (keys.every(({ revoked }) => revoked)) return `Their API keys were revoked: ${names}.`;
  return `API keys they created still work: ${names}. You can revoke them on the “API keys” page.`;
}

/** Explains the consequences of deactivating a person, and asks who gets their leads. */
export function DeactivateDialog({ agent, opened, onClose }: DeactivateDialogProps) {
  const { id, name, stats } = agent;
  const [leadChoice, setLeadChoice] = useState('keep');
  const [assignee, setAssignee] = useState<string | null>(null);
  const [reason, setReason] = useState('');
  const [revokesKeys, setRevokesKeys] = useState(false);
  const [isAssigneeMissing, setAssigneeMissing] = useState(false);
  const isReassigning = leadChoice === 'reassign';
  const deactivate = usePeopleChange({
    change: ({ api }, body: { reassign_leads_to: string | null; reason: string | null; revoke_keys: boolean }) =>
      readBody(api.POST('/v1/agents/{id}/deactivate', { params: { path: { id } }, body })),
    describe: ({ data: { api_keys } }) => {
      const done = isReassigning
        ? `${name} was deactivated. Their leads move in a moment.`
        : `${name} was deactivated.`;
      return `${done} ${describeLeftKeys(api_keys)}`;
    },
    onDone: onClose,
  });
  const { error } = deactivate;
  const assigneeProblem =
    error instanceof ApiProblem ? error.details.find(({ field }) => field === 'reassign_leads_to') : null;
  const confirm = () => {
    setAssigneeMissing(isReassigning && assignee === null);
    if (isReassigning && assignee === null) return;
    deactivate.mutate({
      reassign_leads_to: isReassigning ? assignee : null,
      reason: reason.trim() || null,
      revoke_keys: revokesKeys,
    });
  };
  const leads = stats?.active_leads ?? 0;
  return (
    <ConfirmDialog
      opened={opened}
      title={`Deactivate ${name}?`}
      confirmLabel="Deactivate"
      isDestructive
      isBusy={deactivate.isPending}
      problem={error && !assigneeProblem ? describeError(error) : undefined}
      onConfirm={confirm}
      onClose={onClose}
    >
      <Stack gap="sm">
        <Text size="sm">
          {name} loses access immediately. Their deals, notes and history stay. You can reactivate them later, but
          reassigned leads won't move back.
        </Text>
        <Radio.Group
          label="Leads"
          description={leads === 1 ? '1 active lead is assigned.' : `${leads} active leads are assigned.`}
          value={leadChoice}
          onChange={setLeadChoice}
        >
          <Stack gap="xs" mt="xs">
            <Radio value="keep" label={`Leave them with ${name}`} />
            <Radio value="reassign" label="Reassign all of them to another agent" />
          </Stack>
        </Radio.Group>
        {isReassigning ? (
          <AgentSelect
            label="New agent"
            placeholder="Search by name or email"
            statuses={['active']}
            comboboxProps={{ withinPortal: false }}
            value={assignee}
            onChange={setAssignee}
            exceptId={id}
            error={isAssigneeMissing ? 'Choose an agent.' : assigneeProblem?.message}
          />
        ) : null}
        <Checkbox
          label="Revoke the API keys they created"
          description="Software that uses these keys stops working."
          checked={revokesKeys}
          onChange={({ currentTarget }) => setRevokesKeys(currentTarget.checked)}
        />
        <TextInput
          label="Reason"
          description="Stored in the agent's history"
          maxLength={1000}
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
      </Stack>
    </ConfirmDialog>
  );
}
