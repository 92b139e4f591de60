import { createKeyring } from '@plotline/kit/keyring';
import { runReseal } from '@plotline/kit/maintenance/run-reseal';
import { createRuntime } from '@plotline/kit/process/runtime';
import { readWebhookConfig } from '../config.js';
import { createChatUrls } from '../delivery/chat-urls.js';
import { createSecrets } from '../delivery/signing.js';
import { createSealedFields } from '../store/sealed-fields.js';

// A command for the operator, with the environment of the service: deploy/runbooks/rotate-a-secret.md.
const config = readWebhookConfig();
const runtime = await createRuntime('webhook', config);
const sealKeys = createKeyring(config.WEBHOOK_SEAL_SECRET, config.WEBHOOK_SEAL_SECRET_PREVIOUS);
const seals = { secrets: createSecrets(sealKeys), chatUrls: createChatUrls(sealKeys) };
await runReseal(runtime, createSealedFields(runtime, { ...seals, sealKeys }));
