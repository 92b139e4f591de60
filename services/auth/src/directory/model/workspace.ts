import { currencies } from '@plotline/kit/core/currencies';
import { conflict, invalid, notFound } from '@plotline/kit/core/errors';
import { parseName } from './name.js';

export const plans = ['starter', 'professional', 'enterprise'] as const;
export type Plan = (typeof plans)[number];

/** That the workspace is to be deleted, as one of its owners has asked. */
export interface DeletionRequest {
  readonly reason: string | null;
  readonly person_id: string;
  readonly person_name: string;
  readonly requested_at: Date;
  /** It is carried out after this time, by a command of the operator, and can be withdrawn until it is. */
  readonly due_at: Date;
}

/** Invitations that are mailed in a day for a workspace that is known. */
const invitationsPerDay: Readonly<Record<Plan, number>> = { starter: 50, professional: 200, enterprise: 1_000 };
const dayMs = 86_400_000;

/** Whether somebody knows whose the workspace is: the operator made it, or gave it a plan that is paid for. */
export function isVerified({ is_self_made = false, plan }: Pick<Workspace, 'is_self_made' | 'plan'>): boolean {
  return !is_self_made || plan !== 'starter';
}

/** How many people a workspace may invite by mail in a day: few while anybody may have made it, and fewest at first. */
export function maxInvitationsPerDay(
  workspace: Pick<Workspace, 'is_self_made' | 'plan' | 'created_at'>,
  now: Date,
): number {
  if (isVerified(workspace)) return invitationsPerDay[workspace.plan];
  const age = now.getTime() - workspace.created_at.getTime();
  if (age < dayMs) return 5;
  return age < 7 * dayMs ? 10 : 20;
}

const deletionDelayMs = 30 * 86_400_000;

/** A customer. Every other record belongs to exactly one workspace. */
export interface Workspace {
  readonly id: string;
  readonly version: number;
  readonly name: string;
  readonly plan: Plan;
  /** Default currency, ISO 4217. */
  readonly currency: string;
  /** Owners and admins need a second factor. */
  readonly require_two_factor: boolean;
  /** Tells a repeated request to create it; absent where nobody repeats one. */
  readonly creation_key?: string;
  readonly deletion_request: DeletionRequest | null;
  /** Since when operators let nobody in: no person, key or app has access. Null for a workspace that is in use. */
  readonly suspended_at: Date | null;
  /** Somebody has signed up with it; absent of those that the operator made. */
  readonly is_self_made?: boolean;
  readonly created_at: Date;
}

const maxNameLength = 200;

/** The plan of that name. Throws VALIDATION_ERROR. */
export function parsePlan(name: string): Plan {
  const plan = plans.find((known) => known === name);
  if (!plan) throw invalid({ field: 'plan', message: `must be one of: ${plans.join(', ')}` });
  return plan;
}

function parseCurrency(currency: string): string {
  if (!currencies.has(currency)) throw invalid({ field: 'currency', message: 'must be an ISO 4217 currency code' });
  return currency;
}

/** What an owner or admin may change; absent is unchanged. */
export type WorkspaceChange = Partial<Pick<Workspace, 'name' | 'currency' | 'require_two_factor'>>;

/** The workspace with the change, or the same one when nothing differs. Throws VALIDATION_ERROR. */
export function updateWorkspace(workspace: Workspace, change: WorkspaceChange): Workspace {
  const { name, currency, require_two_factor } = workspace;
  const changed = {
    name: change.name === undefined ? name : parseName(change.name, maxNameLength),
    currency: parseCurrency(change.currency ?? currency),
    require_two_factor: change.require_two_factor ?? require_two_factor,
  };
  const isSame =
    changed.name === name && changed.currency === currency && changed.require_two_factor === require_two_factor;
  return isSame ? workspace : { ...workspace, ...changed };
}

/** The workspace with the request to delete it. Throws CONFLICT when there is one. */
export function requestDeletion(
  workspace: Workspace,
  {
    person,
    reason,
  }: { readonly person: { readonly id: string; readonly name: string }; readonly reason: string | null },
  now: Date,
): Workspace & { readonly deletion_request: DeletionRequest } {
  if (workspace.deletion_request) {
    throw conflict('The deletion of the workspace is requested already.', 'deletion_requested');
  }
  const due_at = new Date(now.getTime() + deletionDelayMs);
  const deletion_request = { reason, person_id: person.id, person_name: person.name, requested_at: now, due_at };
  return { ...workspace, deletion_request };
}

/** The workspace without the request to delete it. Throws NOT_FOUND when there is none. */
export function withdrawDeletion(workspace: Workspace): Workspace {
  if (!workspace.deletion_request) throw notFound();
  return { ...workspace, deletion_request: null };
}

/** A new workspace. Throws VALIDATION_ERROR, which calls the name `nameField`. */
export function createWorkspace(
  request: { readonly name: string; readonly plan: string; readonly currency: string },
  id: string,
  now: Date,
  nameField = 'name',
): Workspace {
  const plan = parsePlan(request.plan);
  const name = parseName(request.name, maxNameLength, nameField);
  const currency = parseCurrency(request.currency || 'USD');
  const unset = { require_two_factor: false, deletion_request: null, suspended_at: null } as const;
  return { id, version: 1, name, plan, currency, ...unset, created_at: now };
}

/** The workspace on another plan. Throws CONFLICT when it has that plan. */
export function setPlan(workspace: Workspace, plan: Plan): Workspace {
  if (workspace.plan === plan) throw conflict(`The workspace has the plan ${plan} already.`);
  return { ...workspace, plan };
}

/** The workspace, which lets nobody in from now on. Throws CONFLICT when it is suspended. */
export function suspend(workspace: Workspace, now: Date): Workspace {
  if (workspace.suspended_at) throw conflict('The workspace is suspended already.');
  return { ...workspace, suspended_at: now };
}

/** The workspace in use again. Throws CONFLICT when it is not suspended. */
export function resume(workspace: Workspace): Workspace {
  if (!workspace.suspended_at) throw conflict('The workspace is not suspended.');
  return { ...workspace, suspended_at: null };
}
