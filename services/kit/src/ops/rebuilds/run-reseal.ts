import type { SealedFields } from '../../store/records/sealed-fields.js';

/** How the command `reseal-secrets.js` of a service is called. */
export const resealCommand = {
  usage: `Usage: reseal-secrets.js
  Seals under the current secret what is sealed under the previous one; ends with 0 when nothing is left. It may be repeated.`,
  options: {},
} as const;

/** The command of a service for operators (deploy/runbooks/rotate-a-secret.md): resolves to 1 when texts are left that it cannot open. */
export async function runReseal(sealed: SealedFields): Promise<0 | 1> {
  const { resealed, unreadable } = await sealed.resealAll();
  process.stdout.write(`sealed again under the current secret: ${resealed} texts\n`);
  if (unreadable.length === 0) return 0;
  process.stdout.write(`cannot be opened with the secrets that are configured: ${unreadable.join(' ')}\n`);
  return 1;
}
