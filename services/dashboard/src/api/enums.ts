import type { components } from '../../gen/api.js';

type Schemas = components['schemas'];

export type Stage = Schemas['Stage'];
export type UnitStatus = Schemas['UnitStatus'];
export type UnitVisibility = Schemas['UnitVisibility'];

/** Stages of the pipeline in order. The final stages are last. */
export const stages = [
  'new',
  'contacted',
  'qualified',
  'viewing',
  'negotiation',
  'won',
  'lost',
] as const satisfies readonly Stage[];

export function isStage(value: unknown): value is Stage {
  return stages.some((stage) => stage === value);
}

export const sources = [
  'website',
  'referral',
  'portal',
  'social',
  'walk_in',
  'api',
  'manual',
] as const satisfies readonly Schemas['Source'][];

export const noteTypes = [
  'note',
  'call',
  'email',
  'meeting',
  'viewing',
  'message',
  'other',
] as const satisfies readonly Schemas['NoteType'][];

export const propertyTypes = [
  'apartment',
  'villa',
  'townhouse',
  'penthouse',
  'commercial',
  'land',
  'mixed_use',
] as const satisfies readonly Schemas['PropertyType'][];

export const propertyStatuses = [
  'planning',
  'under_construction',
  'completed',
  'sold_out',
  'archived',
] as const satisfies readonly Schemas['PropertyStatus'][];

export const unitStatuses = [
  'available',
  'reserved',
  'sold',
  'rented',
  'off_market',
] as const satisfies readonly UnitStatus[];

export const unitVisibilities = ['public', 'agents', 'team', 'private'] as const satisfies readonly UnitVisibility[];

export const roles = ['owner', 'admin', 'agent', 'viewer'] as const satisfies readonly Schemas['AgentRole'][];
export const agentStatuses = ['invited', 'active', 'inactive'] as const satisfies readonly Schemas['AgentStatus'][];
export const dealStatuses = ['closed', 'cancelled'] as const satisfies readonly Schemas['Deal']['status'][];
export const instalmentStatuses = [
  'planned',
  'invoiced',
  'paid',
  'cancelled',
] as const satisfies readonly Schemas['InstalmentStatus'][];
export const invoiceStatuses = [
  'open',
  'partially_paid',
  'paid',
  'void',
] as const satisfies readonly Schemas['Invoice']['status'][];
export const paymentMethods = [
  'bank_transfer',
  'card',
  'cash',
  'cheque',
  'other',
] as const satisfies readonly Schemas['PaymentMethod'][];
export const commissionStatuses = ['earned', 'cancelled'] as const satisfies readonly Schemas['Commission']['status'][];
export const holdStatuses = [
  'active',
  'queued',
  'converted',
  'released',
  'expired',
] as const satisfies readonly Schemas['HoldStatus'][];
export const taskTypes = [
  'call',
  'email',
  'meeting',
  'viewing',
  'follow_up',
  'other',
] as const satisfies readonly Schemas['TaskType'][];
export const deliveryStatuses = [
  'pending',
  'delivered',
  'failed',
] as const satisfies readonly Schemas['DeliverySummary']['status'][];
export const callStatuses = ['succeeded', 'failed', 'flagged'] as const satisfies readonly Schemas['CallStatus'][];
export const statementLineStatuses = [
  'proposed',
  'unmatched',
  'confirmed',
  'dismissed',
] as const satisfies readonly Schemas['StatementLineStatus'][];
