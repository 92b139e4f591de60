/** Programs whose keys sign calls. */
export const programs = [
  'gateway',
  'auth',
  'connect',
  'inventory',
  'pipeline',
  'team',
  'transfer',
  'webhook',
  'operator',
];

/** Secrets that are replaced in three steps. */
export const rotated = [
  ...programs.map((name) => `caller_key_${name}`),
  'answer_seal_secret',
  'webhook_seal_secret',
  'key_hash_secret',
  'auth_seal_secret',
  'transfer_link_secret',
];
