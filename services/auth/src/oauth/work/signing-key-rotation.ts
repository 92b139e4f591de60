import { PeriodicTask } from '@plotline/kit/tasks/periodic-task';
import type { Context } from '../../context.js';
import { planNextKey, selectExpiredKeys } from '../model/signing-key.js';

const intervalMs = 600_000;

type RotationContext = Pick<Context, 'signingKeys' | 'clock' | 'runtime'>;

/** Publishes the next signing key when it is due, and removes keys whose tokens have all expired. */
export async function rotateSigningKeys({ signingKeys, clock, runtime }: RotationContext): Promise<void> {
  const keys = await signingKeys.list();
  const now = clock();
  const activeFrom = planNextKey(keys, now);
  if (activeFrom) {
    const { id } = await signingKeys.create(activeFrom);
    runtime.log.info({ kid: id, active_from: activeFrom }, 'a signing key was published');
  }
  await signingKeys.remove(selectExpiredKeys(keys, now));
}

/** Rotates the keys that sign access tokens every 30 days. Both modes use the same keys. */
export function createSigningKeyRotation(context: RotationContext): PeriodicTask {
  return new PeriodicTask({
    name: 'signing-key-rotation',
    intervalMs,
    modes: ['live'],
    runtime: context.runtime,
    run: () => rotateSigningKeys(context),
  });
}
