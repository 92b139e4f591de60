import type { JsonObject } from '@plotline/kit/core/json-object';

const createHeader = (name: string, description: string, schema: JsonObject): JsonObject => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string', ...schema },
});

/** The headers of a delivery by which a receiver knows who sent it, and when. */
export const webhookHeaders: readonly JsonObject[] = [
  createHeader(
    'X-Service-Signature',
    '`sha256=` and, in lower-case hexadecimal, the HMAC-SHA256 of `<X-Service-Timestamp>.<body>`, byte for byte, under the secret as UTF-8. For 24 hours after a rotation that of the former secret follows after a comma.',
    { pattern: '^sha256=[0-9a-f]{64}(,sha256=[0-9a-f]{64})*$' },
  ),
  createHeader('X-Service-Timestamp', 'When this attempt began, in Unix seconds.', { pattern: '^[0-9]+$' }),
  createHeader(
    'webhook-id',
    'The `id` of the event, the same with each attempt: who keeps it takes no event twice.',
    {},
  ),
  createHeader('webhook-timestamp', 'As X-Service-Timestamp, for libraries of Standard Webhooks.', {
    pattern: '^[0-9]+$',
  }),
  createHeader(
    'webhook-signature',
    'Signatures as Standard Webhooks defines them, separated by spaces: `v1,` and, in base64, the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>`, under the decoded secret and under its bytes.',
    { pattern: '^v1,[A-Za-z0-9+/=]+( v1,[A-Za-z0-9+/=]+)*$' },
  ),
];
