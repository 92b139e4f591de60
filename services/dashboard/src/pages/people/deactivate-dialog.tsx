import { Checkbox, Radio, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { components } from '../../../gen/api.js';
import { answerOf } from '../../api/client.js';
import { ApiProblem, toWords } from '../../api/problem.js';
import { AgentSelect } from '../../components/agent-select.js';
import { ConfirmDialog } from '../../components/confirm-dialog.js';
import type { Agent } from './agents.js';
import { usePeopleChange } from './use-people-change.js';

interface DeactivateDialogProps {
  readonly agent: Agent;
  readonly opened: boolean;
  readonly onClose: () => void;
}

type LeftKey = components['schemas']['LeftKey'];

/** What became of the API keys that the person made. */
function describeLeftKeys(keys: readonly Pick<LeftKey, 'name' | 'revoked'>[] | null): string {
  if (keys === null) return 'Check Settings for API keys they made.';
  const names = keys.map(({ name }) => name).join(', ');
  if (keys.length === 0) return 'They made no API keys.';
  if (keys.every(({ revoked }) => revoked)) return `Their API keys are revoked: ${names}.`;
  return `API keys they made still work: ${names}. You can revoke them in Settings.`;
}

/** Asks who takes the leads, and says what it means, before somebody loses access. */
export function DeactivateDialog({ agent, opened, onClose }: DeactivateDialogProps) {
  const { id, name, stats } = agent;
  const [whoTakes, setWhoTakes] = useState('nobody');
  const [assignee, setAssignee] = useState<string | null>(null);
  const [reason, setReason] = useState('');
  const [revokesKeys, setRevokesKeys] = useState(false);
  const [isAssigneeMissing, setAssigneeMissing] = useState(false);
  const isGiven = whoTakes === 'another';
  const deactivate = usePeopleChange({
    change: ({ api }, body: { reassign_leads_to: string | null; reason: string | null; revoke_keys: boolean }) =>
      answerOf(api.POST('/v1/agents/{id}/deactivate', { params: { path: { id } }, body })),
    describe: ({ data: { api_keys } }) => {
      const done = isGiven ? `${name} is deactivated; the leads move within moments.` : `${name} is deactivated.`;
      return `${done} ${describeLeftKeys(api_keys)}`;
    },
    onDone: onClose,
  });
  const { error } = deactivate;
  const assigneeProblem =
    error instanceof ApiProblem ? error.details.find(({ field }) => field === 'reassign_leads_to') : null;
  const confirm = () => {
    setAssigneeMissing(isGiven && assignee === null);
    if (isGiven && assignee === null) return;
    deactivate.mutate({
      reassign_leads_to: isGiven ? assignee : null,
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
      problem={error && !assigneeProblem ? toWords(error) : undefined}
      onConfirm={confirm}
      onClose={onClose}
    >
      <Stack gap="sm">
        <Text size="sm">
          {name} loses access at once: sessions and tokens end. Deals, notes and the history stay. You can reactivate
          them later; leads that have moved do not come back by that.
        </Text>
        <Radio.Group
          label="Leads"
          description={leads === 1 ? '1 active lead is assigned.' : `${leads} active leads are assigned.`}
          value={whoTakes}
          onChange={setWhoTakes}
        >
          <Stack gap="xs" mt="xs">
            <Radio value="nobody" label={`Nobody takes them: they stay with ${name}`} />
            <Radio value="another" label="Another agent takes all of them" />
          </Stack>
        </Radio.Group>
        {isGiven ? (
          <AgentSelect
            label="Who takes the leads"
            placeholder="Search by name or email"
            statuses={['active']}
            comboboxProps={{ withinPortal: false }}
            value={assignee}
            onChange={setAssignee}
            exceptId={id}
            error={isAssigneeMissing ? 'Choose who takes them.' : assigneeProblem?.message}
          />
        ) : null}
        <Checkbox
          label="Revoke the API keys they made"
          description="Programs that use these keys stop working."
          checked={revokesKeys}
          onChange={({ currentTarget }) => setRevokesKeys(currentTarget.checked)}
        />
        <TextInput
          label="Reason"
          description="Kept in the history of the agent"
          maxLength={1000}
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
      </Stack>
    </ConfirmDialog>
  );
}
