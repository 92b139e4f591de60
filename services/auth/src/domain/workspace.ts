import { invalid } from '@plotline/kit/errors';

export const plans = ['starter', 'professional', 'enterprise'] as const;
export type Plan = (typeof plans)[number];

/** A customer. Every other record belongs to exactly one workspace. */
export interface Workspace {
  readonly id: string;
  readonly version: number;
  readonly name: string;
  readonly plan: Plan;
  /** Default currency, ISO 4217. */
  readonly currency: string;
  readonly created_at: Date;
}

const currencies = new Set(Intl.supportedValuesOf('currency'));

/** A new workspace. Throws VALIDATION_ERROR. */
export function createWorkspace(
  request: { readonly name: string; readonly plan: string; readonly currency: string },
  id: string,
  now: Date,
): Workspace {
  const plan = plans.find((known) => known === request.plan);
  if (!plan) throw invalid({ field: 'plan', message: `must be one of: ${plans.join(', ')}` });
  if (!/\S/.test(request.name) || request.name.length > 200) {
    throw invalid({ field: 'name', message: 'must have 1 to 200 characters, and not only spaces' });
  }
  const currency = request.currency || 'USD';
  if (!currencies.has(currency)) throw invalid({ field: 'currency', message: 'must be an ISO 4217 currency code' });
  return { id, version: 1, name: request.name, plan, currency, created_at: now };
}
