import type { Actor } from '../caller.js';
import { Problem } from '../errors.js';

/** Throws FORBIDDEN when a person acts whose role is none of these; API keys and the system have no role. */
export function assertRole({ type, role }: Actor, permitted: readonly string[]): void {
  if (type !== 'user' || (role !== undefined && permitted.includes(role))) return;
  const roles = permitted.length === 0 ? 'no role' : `the roles ${permitted.join(', ')}`;
  throw new Problem('FORBIDDEN', `This is for ${roles}.`);
}
