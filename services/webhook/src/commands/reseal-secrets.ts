import { runReseal } from '@plotline/kit/commands/reseal';
import { createKeyring } from '@plotline/kit/keyring';
import { createRuntime } from '@plotline/kit/process/runtime';
import { readWebhookConfig } from '../config.js';
import { createSecrets } from '../delivery/signing.js';
import { createSealedSecrets } from '../store/sealed-secrets.js';

// A command for the operator, with the environment of the service: deploy/runbooks/rotate-a-secret.md.
const config = readWebhookConfig();
const runtime = await createRuntime('webhook', config);
const sealKeys = createKeyring(config.WEBHOOK_SEAL_SECRET, config.WEBHOOK_SEAL_SECRET_PREVIOUS);
await runReseal(runtime, createSealedSecrets(runtime, createSecrets(sealKeys), sealKeys));
