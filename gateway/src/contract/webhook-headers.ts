import type { JsonObject } from '@plotline/kit/core/json-object';

const createHeader = (name: string, description: string, schema: JsonObject): JsonObject => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string', ...schema },
});

/** Headers of a delivery with which a receiver can verify the sender and the time. */
export const webhookHeaders: readonly JsonObject[] = [
  createHeader(
    'X-Service-Signature',
    '`sha256=` and the HMAC-SHA256 of `<X-Service-Timestamp>.<body>`, byte for byte, in lower-case hexadecimal. The key is the secret as UTF-8. For 24 hours after a rotation, the signature with the former secret follows after a comma.',
    { pattern: '^sha256=[0-9a-f]{64}(,sha256=[0-9a-f]{64})*$' },
  ),
  createHeader('X-Service-Timestamp', 'Start of this attempt, in Unix seconds.', { pattern: '^[0-9]+$' }),
  createHeader(
    'webhook-id',
    'The `id` of the event, the same in each attempt. Store it to recognize repeated deliveries.',
    {},
  ),
  createHeader('webhook-timestamp', 'Same as X-Service-Timestamp, for libraries of Standard Webhooks.', {
    pattern: '^[0-9]+$',
  }),
  createHeader(
    'webhook-signature',
    'Signatures as Standard Webhooks defines them, separated by spaces: `v1,` and, in base64, the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>`, under the decoded secret and under its bytes.',
    { pattern: '^v1,[A-Za-z0-9+/=]+( v1,[A-Za-z0-9+/=]+)*$' },
  ),
];
