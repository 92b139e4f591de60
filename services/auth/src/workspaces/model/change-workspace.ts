import { conflict, invalid } from '@plotline/kit/core/errors';
import {
  isSuspensionReason,
  type SuspensionReason,
  suspensionReasons,
} from '@plotline/protos/plotline/auth/v1/suspensions';
import { parseName } from '../../directory/model/name.js';
import {
  maxNameLength,
  type Plan,
  parseCountry,
  parseCurrency,
  parseTimeZone,
  readPlace,
  readSettings,
  type Workspace,
} from '../../directory/model/workspace.js';

const editable = [
  'name',
  'currency',
  'country',
  'time_zone',
  'require_two_factor',
  'hold_hours',
  'hold_extensions',
  'invoice_lead_days',
] as const;

/** Fields that an owner or admin may change. Absent fields don't change; a null country is cleared. */
export type WorkspaceChange = Partial<Pick<Workspace, (typeof editable)[number]>>;

/** Returns the workspace, with defaults for absent settings. */
const toComplete = (workspace: Workspace) => ({ ...workspace, ...readPlace(workspace), ...readSettings(workspace) });

function parsePlace({ country, time_zone }: WorkspaceChange) {
  return {
    ...(country !== undefined && { country: country === null ? null : parseCountry(country) }),
    ...(time_zone !== undefined && { time_zone: parseTimeZone(time_zone) }),
  };
}

/** Returns the numeric settings of a change. The contract has checked their ranges. */
function pickSettings({ hold_hours, hold_extensions, invoice_lead_days }: WorkspaceChange) {
  return {
    ...(hold_hours !== undefined && { hold_hours }),
    ...(hold_extensions !== undefined && { hold_extensions }),
    ...(invoice_lead_days !== undefined && { invoice_lead_days }),
  };
}

/** Returns the workspace with the change, or the same object if nothing differs. Throws VALIDATION_ERROR. */
export function updateWorkspace(workspace: Workspace, change: WorkspaceChange): Workspace {
  const { name, currency, require_two_factor } = workspace;
  const after: Workspace = {
    ...workspace,
    name: change.name === undefined ? name : parseName(change.name, maxNameLength),
    currency: parseCurrency(change.currency ?? currency),
    ...parsePlace(change),
    ...pickSettings(change),
    require_two_factor: change.require_two_factor ?? require_two_factor,
  };
  const isSame = editable.every((field) => toComplete(after)[field] === toComplete(workspace)[field]);
  return isSame ? workspace : after;
}

/** Returns the workspace with a new plan. Throws CONFLICT if it already has that plan. */
export function setPlan(workspace: Workspace, plan: Plan): Workspace {
  if (workspace.plan === plan) throw conflict(`The workspace already has the plan ${plan}.`);
  return { ...workspace, plan };
}

/**
 * Returns the workspace as suspended: its keys and apps are refused, and its people can only read the reason. Throws
 * CONFLICT if it is already suspended.
 */
export function suspend(workspace: Workspace, reason: SuspensionReason, now: Date): Workspace {
  if (workspace.suspended_at) throw conflict('The workspace is already suspended.');
  return { ...workspace, suspended_at: now, suspension_reason: reason };
}

/** Parses the class of the reason for a suspension. Throws VALIDATION_ERROR. */
export function parseSuspensionReason(name: string): SuspensionReason {
  if (isSuspensionReason(name)) return name;
  throw invalid({ field: 'reason', message: `must be one of: ${Object.keys(suspensionReasons).join(', ')}` });
}

/** Returns the workspace as resumed. Throws CONFLICT if it isn't suspended. */
export function resume(workspace: Workspace): Workspace {
  if (!workspace.suspended_at) throw conflict('The workspace is not suspended.');
  return { ...workspace, suspended_at: null, suspension_reason: null };
}
