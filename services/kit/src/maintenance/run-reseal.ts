import type { SealedFields } from '../mongo/sealed-fields.js';
import type { ServiceRuntime } from '../process/runtime.js';

/** The command of a service for operators (deploy/runbooks/rotate-a-secret.md): ends with 1 when texts are left that it cannot open. */
export async function runReseal({ databases }: Pick<ServiceRuntime, 'databases'>, sealed: SealedFields): Promise<void> {
  const { resealed, unreadable } = await sealed.resealAll();
  await databases.close();
  process.stdout.write(`sealed again under the current secret: ${resealed} texts\n`);
  if (unreadable.length === 0) return;
  process.stdout.write(`cannot be opened with the secrets that are configured: ${unreadable.join(' ')}\n`);
  process.exitCode = 1;
}
