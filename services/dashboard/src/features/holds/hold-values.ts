import type { components } from '../../../gen/api.js';
import { toDateTimeInput } from '../../ui/format/format-date.js';
import type { Hold } from './hold-queries.js';

type Body = components['schemas']['HoldPatch'];
type EditedHold = Pick<Hold, 'notes' | 'agent_id' | 'price' | 'deposit'>;

export interface HoldValues extends Record<string, unknown> {
  notes: string;
  agent_id: string | null;
  deposit: { amount: number | string; due_at: string };
}

/** A paid deposit can't change. */
export const canChangeDeposit = ({ deposit }: Pick<Hold, 'deposit'>) => deposit === null || deposit.paid_at === null;

export function toHoldValues({ notes, agent_id: agentId, deposit }: EditedHold): HoldValues {
  const dueAt = deposit?.due_at ?? null;
  return {
    notes: notes ?? '',
    agent_id: agentId,
    deposit: { amount: deposit?.amount ?? '', due_at: dueAt === null ? '' : toDateTimeInput(new Date(dueAt)) },
  };
}

function toDeposit({ amount, due_at: dueAt }: HoldValues['deposit'], currency: string): Body['deposit'] {
  if (typeof amount !== 'number') return null;
  return { amount, currency, due_at: dueAt === '' ? null : new Date(dueAt).toISOString() };
}

/** Returns the changes of a hold. An empty amount removes the deposit. */
export function toHoldChanges(hold: EditedHold, values: HoldValues): Body {
  const before = toHoldValues(hold);
  const notes = values.notes.trim();
  const { amount, due_at: dueAt } = values.deposit;
  const isOtherDeposit = amount !== before.deposit.amount || dueAt !== before.deposit.due_at;
  return {
    ...(notes === before.notes ? {} : { notes: notes === '' ? null : notes }),
    ...(values.agent_id === before.agent_id ? {} : { agent_id: values.agent_id }),
    ...(isOtherDeposit ? { deposit: toDeposit(values.deposit, hold.price.currency) } : {}),
  };
}

/** Returns the errors of the values, by the path of their field. */
export function findHoldFaults({ deposit: { amount, due_at: dueAt } }: HoldValues): Record<string, string> {
  if (dueAt !== '' && amount === '') return { 'deposit.amount': 'Enter the amount that is due then.' };
  if (amount === '') return {};
  return Number(amount) > 0 ? {} : { 'deposit.amount': 'Enter an amount above 0, or leave it empty.' };
}
