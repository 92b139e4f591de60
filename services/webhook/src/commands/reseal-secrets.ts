import { createKeyring } from '@plotline/kit/keyring';
import { createRuntime } from '@plotline/kit/process/runtime';
import { readWebhookConfig } from '../config.js';
import { createSecrets } from '../delivery/signing.js';
import { SealedSecrets } from '../store/sealed-secrets.js';

// A command for the operator, with the environment of the service: deploy/runbooks/rotate-a-secret.md.
const config = readWebhookConfig();
const runtime = await createRuntime('webhook', config);
const sealKeys = createKeyring(config.WEBHOOK_SEAL_SECRET, config.WEBHOOK_SEAL_SECRET_PREVIOUS);
const { resealed, unreadable } = await new SealedSecrets(runtime, createSecrets(sealKeys), sealKeys).resealAll();
await runtime.databases.close();
process.stdout.write(`sealed again under the current secret: ${resealed} webhooks\n`);
if (unreadable.length > 0) {
  process.stdout.write(`cannot be opened with the secrets that are configured: ${unreadable.join(' ')}\n`);
  process.exitCode = 1;
}
