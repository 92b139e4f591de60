export const SERVICE_NAMES = ['auth', 'inventory', 'pipeline', 'team', 'webhook'] as const;

export type ServiceName = (typeof SERVICE_NAMES)[number];

/** Everything that `startSystem` brings up, in the order in which it is started. */
export const PART_NAMES = ['mongo', 'rabbitmq', 'redis', ...SERVICE_NAMES, 'gateway'] as const;

export type PartName = (typeof PART_NAMES)[number];
