import type { SealedFields } from '../../store/records/sealed-fields.js';

/** Command line of a service's `reseal-secrets.js`. */
export const resealCommand = {
  usage: `Usage: reseal-secrets.js
  Seals texts with the current secret that were sealed with the previous one. Exits with 0 when none are left. It can be repeated.`,
  options: {},
} as const;

/**
 * Runs the command `reseal-secrets.js` of a service (deploy/runbooks/rotate-a-secret.md). Resolves to 1 when some texts
 * can't be opened.
 */
export async function runReseal(sealed: SealedFields): Promise<0 | 1> {
  const { resealed, unreadable } = await sealed.resealAll();
  process.stdout.write(`texts sealed again with the current secret: ${resealed}\n`);
  if (unreadable.length === 0) return 0;
  process.stdout.write(`cannot be opened with the configured secrets: ${unreadable.join(' ')}\n`);
  return 1;
}
