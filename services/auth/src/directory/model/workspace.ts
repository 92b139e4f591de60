import { defaultPlace } from '@plotline/kit/core/caller';
import { currencies } from '@plotline/kit/core/currencies';
import { invalid } from '@plotline/kit/core/errors';
import { findTimeZone } from '@plotline/kit/core/time-zone';
import {
  isWorkspaceSetting,
  type WorkspaceSetting,
  workspaceSettings,
} from '@plotline/protos/plotline/auth/v1/settings';
import type { SuspensionReason } from '@plotline/protos/plotline/auth/v1/suspensions';
import { countries } from './countries.js';
import { parseName } from './name.js';

export const plans = ['starter', 'professional', 'enterprise'] as const;
export type Plan = (typeof plans)[number];

/** An owner's request to delete the workspace. */
export interface DeletionRequest {
  readonly reason: string | null;
  readonly person_id: string;
  readonly person_name: string;
  readonly requested_at: Date;
  /**
   * Earliest time at which the operator's command may delete the workspace. The request can be withdrawn until the
   * deletion.
   */
  readonly due_at: Date;
}

/** A customer. Every other record belongs to exactly one workspace. */
export interface Workspace {
  readonly id: string;
  readonly version: number;
  readonly name: string;
  readonly plan: Plan;
  /** Default currency, ISO 4217. */
  readonly currency: string;
  /** ISO 3166-1 alpha-2 in capitals. Null or absent if none is set. */
  readonly country?: string | null;
  /** Name in the IANA time zone database. The workspace's days are days in this zone. Absent until somebody sets it. */
  readonly time_zone?: string;
  /** Absent until somebody sets it. The same applies to the next field. */
  readonly hold_hours?: number;
  readonly hold_extensions?: number;
  readonly invoice_lead_days?: number;
  /** Whether owners and admins need a second factor. */
  readonly require_two_factor: boolean;
  /** Identifies repeated requests to create the workspace. Absent if the request can't be repeated. */
  readonly creation_key?: string;
  readonly deletion_request: DeletionRequest | null;
  /** Time when an operator blocked the access of all people, keys and apps. Null if the workspace isn't suspended. */
  readonly suspended_at: Date | null;
  /**
   * Class of the reason for the suspension. Null or absent if the workspace isn't suspended, and for old suspensions.
   */
  readonly suspension_reason?: SuspensionReason | null;
  /** True if a person created the workspace by signing up. Absent if the operator created it. */
  readonly is_self_made?: boolean;
  readonly created_at: Date;
}

export const maxNameLength = 200;

type Place = Pick<Workspace, 'country' | 'time_zone'>;

/** Returns the country and the time zone. Uses defaults where the workspace has none. */
export function readPlace({ country, time_zone }: Place) {
  return { country: country ?? null, time_zone: time_zone ?? defaultPlace.timeZone };
}

/** Returns the country (empty if there is none) and the time zone in the form that callers carry. */
export function placeOf(workspace: Place) {
  const { country, time_zone } = readPlace(workspace);
  return { country: country ?? defaultPlace.country, timeZone: time_zone };
}

type Settings = Record<WorkspaceSetting, number>;

/** Returns the numeric settings. Uses defaults where the workspace has none. */
export function readSettings(workspace: Partial<Settings>): Settings {
  const read = (name: WorkspaceSetting) => workspace[name] ?? workspaceSettings[name].default;
  return {
    hold_hours: read('hold_hours'),
    hold_extensions: read('hold_extensions'),
    invoice_lead_days: read('invoice_lead_days'),
  };
}

/** Returns the settings that differ from their defaults, in the form that callers carry. */
export function settingsOf(workspace: Partial<Settings>): Readonly<Record<string, number>> {
  const differing = Object.entries(readSettings(workspace)).filter(
    ([name, value]) => isWorkspaceSetting(name) && value !== workspaceSettings[name].default,
  );
  return Object.fromEntries(differing);
}

/** Parses the name of a plan. Throws VALIDATION_ERROR. */
export function parsePlan(name: string): Plan {
  const plan = plans.find((known) => known === name);
  if (!plan) throw invalid({ field: 'plan', message: `must be one of: ${plans.join(', ')}` });
  return plan;
}

/** Parses a currency code. Throws VALIDATION_ERROR. */
export function parseCurrency(currency: string): string {
  if (!currencies.has(currency)) throw invalid({ field: 'currency', message: 'must be an ISO 4217 currency code' });
  return currency;
}

/** Parses a country code, in any case. Throws VALIDATION_ERROR. */
export function parseCountry(country: string): string {
  const code = country.toUpperCase();
  if (countries.has(code)) return code;
  throw invalid({ field: 'country', message: 'must be an ISO 3166-1 alpha-2 country code, such as AE' });
}

/** Parses the name of a time zone, in any case. Throws VALIDATION_ERROR. */
export function parseTimeZone(name: string): string {
  const zone = findTimeZone(name);
  if (zone !== null) return zone;
  throw invalid({ field: 'time_zone', message: 'must be a time zone of the IANA database, such as Asia/Dubai' });
}

/** Creates a workspace. Throws VALIDATION_ERROR. Errors in the name are reported for the field `nameField`. */
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

/** Returns the class of the reason for the suspension of the workspace. Null if the workspace isn't suspended. */
export function suspensionOf({
  suspended_at,
  suspension_reason,
}: Pick<Workspace, 'suspended_at' | 'suspension_reason'>): SuspensionReason | null {
  return suspended_at ? (suspension_reason ?? 'other') : null;
}

/** Checks whether the customer is known: the operator created the workspace, or the workspace has a paid plan. */
export function isVerified({ is_self_made = false, plan }: Pick<Workspace, 'is_self_made' | 'plan'>): boolean {
  return !is_self_made || plan !== 'starter';
}
