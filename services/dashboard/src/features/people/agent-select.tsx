import { Select, type SelectProps } from '@mantine/core';
import type { components } from '../../../gen/api.js';
import { describeError } from '../../api/problem.js';
import { createOptionsFilter } from '../../ui/forms/options-filter.js';
import { useAgents } from './use-agents.js';

type AgentStatus = components['schemas']['AgentStatus'];

export interface AgentSelectProps
  extends Pick<SelectProps, 'aria-label' | 'comboboxProps' | 'error' | 'label' | 'size' | 'w'> {
  readonly placeholder: string;
  readonly value: string | null;
  readonly onChange: (id: string | null) => void;
  /**
   * Offers only agents with these statuses, and the selected agent. By default, offers all agents, including former
   * ones.
   */
  readonly statuses?: readonly AgentStatus[];
  /** Agent that the select doesn't offer. */
  readonly exceptId?: string;
  /** Further options, or an agent whose name is already known. */
  readonly others?: readonly { readonly value: string; readonly label: string }[];
}

/** Selects an agent of the workspace. Searches names and email addresses. */
export function AgentSelect({ value, onChange, statuses, exceptId, others = [], ...props }: AgentSelectProps) {
  const agents = useAgents();
  const all = agents.data ?? [];
  const emails = new Map(all.map(({ id, email }) => [id, email]));
  const offered = all
    .filter(({ id, status }) => id !== exceptId && (id === value || (statuses?.includes(status) ?? true)))
    .map(({ id, name }) => ({ value: id, label: name }));
  const known = [...others, ...offered.filter((one) => others.every(({ value: other }) => other !== one.value))];
  const isUnknown = value !== null && agents.isSuccess && known.every((option) => option.value !== value);
  const unknown = isUnknown ? [{ value, label: 'Not in this workspace' }] : [];
  return (
    <Select
      {...props}
      error={props.error ?? (agents.error ? describeError(agents.error) : undefined)}
      data={[...unknown, ...known]}
      value={value}
      onChange={onChange}
      filter={createOptionsFilter(({ value: id, label }) => `${label} ${emails.get(id) ?? ''}`)}
      nothingFoundMessage={agents.isPending ? 'Loading' : 'No one found'}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': `Clear ${props['aria-label'] ?? String(props.label)}` }}
    />
  );
}
