import { toProblem } from '@plotline/kit/core/errors';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import { Counter } from 'prom-client';

/**
 * Outcome of a sign-in. `blocked`: too many earlier failures. `no_access`: the person is active in no workspace.
 * `overloaded`: too many passwords waited to be checked.
 */
type SignInOutcome =
  | 'signed_in'
  | 'code_required'
  | 'wrong_credentials'
  | 'wrong_code'
  | 'blocked'
  | 'no_access'
  | 'overloaded'
  | 'failed';

const outcomesByReason: Readonly<Record<string, SignInOutcome>> = {
  wrong_credentials: 'wrong_credentials',
  wrong_code: 'wrong_code',
  two_factor_required: 'code_required',
};
const outcomesByCode: Readonly<Record<string, SignInOutcome>> = {
  RATE_LIMIT_EXCEEDED: 'blocked',
  FORBIDDEN: 'no_access',
  SERVICE_UNAVAILABLE: 'overloaded',
};

function toOutcome(error: unknown): SignInOutcome {
  const { code, reason } = toProblem(error);
  return outcomesByReason[reason ?? ''] ?? outcomesByCode[code] ?? 'failed';
}

/** Runs a step of a sign-in and counts its outcome. */
export type CountSignIn = <T extends object>(step: () => Promise<T>) => Promise<T>;

/** Counts the sign-ins of this process by outcome. */
export function createSignInCounter({ metrics }: Pick<ServiceRuntime, 'metrics'>): CountSignIn {
  const attempts = new Counter({
    name: 'plotline_sign_in_attempts_total',
    help: 'Attempts to sign in with a password or a code, by outcome.',
    labelNames: ['outcome'],
    registers: [metrics.registry],
  });
  return async (step) => {
    try {
      const result = await step();
      attempts.inc({ outcome: 'step' in result ? 'code_required' : 'signed_in' });
      return result;
    } catch (error) {
      attempts.inc({ outcome: toOutcome(error) });
      throw error;
    }
  };
}
