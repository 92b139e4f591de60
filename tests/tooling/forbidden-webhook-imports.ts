import { type ForbiddenImport, forbidden, imports } from './forbidden-import.js';

/** Imports that the order of the webhook service's features allows. */
export const webhookTree: Readonly<Record<string, string>> = {
  'services/webhook/package.json': '{ "name": "@plotline/webhook", "type": "module" }\n',
  'services/webhook/src/main.ts': imports('./channels/work/plan-digests.js', './deliveries/work/dispatcher.js'),
  'services/webhook/src/channels/work/plan-digests.ts': imports(
    '../../deliveries/work/plan-deliveries.js',
    '../../events/model/payload.js',
  ),
  'services/webhook/src/deliveries/work/plan-deliveries.ts': imports('../store/deliveries.js'),
  'services/webhook/src/deliveries/work/dispatcher.ts': imports('../store/deliveries.js'),
  'services/webhook/src/deliveries/store/deliveries.ts': imports('../../events/model/payload.js'),
  'services/webhook/src/events/model/payload.ts': 'export const payload = 1;\n',
};

/** One forbidden import for each rule about the webhook service's features. */
export const forbiddenWebhookImports: readonly ForbiddenImport[] = [
  forbidden(
    'webhook-features-import-down',
    'services/webhook/src/events/store/a.ts',
    imports('../../deliveries/store/deliveries.js'),
    'a feature above in a feature of webhook',
  ),
  forbidden(
    'webhook-features-import-down',
    'services/webhook/src/channels/work/a.ts',
    imports('../../deliveries/work/dispatcher.js'),
    'work that a feature of webhook does not offer',
  ),
  forbidden(
    'webhook-has-features-only',
    'services/webhook/src/helpers/a.ts',
    imports('../events/model/payload.js'),
    'a folder of webhook beside its features',
  ),
];
