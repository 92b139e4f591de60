import { type CallerKeys, createCallerKeys } from '@plotline/kit/core/caller-keys';
import { parsePublicKeys } from '@plotline/kit/service/config';
import { type CallerPrivateKeys, loadSecrets } from '@plotline/local/supervise/secrets';
import { getDataLayout } from '@plotline/local/supervise/system-options';
import { system } from './system.js';

/** Returns the variables with which a program of the running system signs its calls. */
export async function readCallerKeyVariables(program: keyof CallerPrivateKeys) {
  const { dataDirectory, operator } = system();
  const { callerKeys } = await loadSecrets(getDataLayout(dataDirectory).secrets);
  return { CALLER_KEY: callerKeys[program], CALLER_PUBLIC_KEYS: operator.CALLER_PUBLIC_KEYS };
}

/** Returns the keys of a program of the running system. */
export async function readCallerKeys(program: keyof CallerPrivateKeys): Promise<CallerKeys> {
  const { CALLER_KEY: key, CALLER_PUBLIC_KEYS: publicKeys } = await readCallerKeyVariables(program);
  return createCallerKeys({ key, publicKeys: parsePublicKeys(publicKeys) });
}
