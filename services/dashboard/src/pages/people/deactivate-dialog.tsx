import { Radio, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
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

/** Asks who takes the leads, and says what it means, before somebody loses access. */
export function DeactivateDialog({ agent, opened, onClose }: DeactivateDialogProps) {
  const { id, name, stats } = agent;
  const [whoTakes, setWhoTakes] = useState('nobody');
  const [assignee, setAssignee] = useState<string | null>(null);
  const [reason, setReason] = useState('');
  const [isAssigneeMissing, setAssigneeMissing] = useState(false);
  const isGiven = whoTakes === 'another';
  const deactivate = usePeopleChange({
    change: ({ api }, body: { reassign_leads_to: string | null; reason: string | null }) =>
      answerOf(api.POST('/v1/agents/{id}/deactivate', { params: { path: { id } }, body })),
    describe: () => (isGiven ? `${name} is deactivated; the leads move within moments.` : `${name} is deactivated.`),
    onDone: onClose,
  });
  const { error } = deactivate;
  const assigneeProblem =
    error instanceof ApiProblem ? error.details.find(({ field }) => field === 'reassign_leads_to') : null;
  const confirm = () => {
    setAssigneeMissing(isGiven && assignee === null);
    if (isGiven && assignee === null) return;
    deactivate.mutate({ reassign_leads_to: isGiven ? assignee : null, reason: reason.trim() || null });
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
