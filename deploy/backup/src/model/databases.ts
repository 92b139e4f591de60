/** Services that have their own databases. */
export const services = ['auth', 'connect', 'inventory', 'pipeline', 'team', 'transfer', 'webhook'] as const;

export type ServiceName = (typeof services)[number];

/** Returns the names of a service's two databases. */
export function databasesOf(service: ServiceName): string[] {
  return ['live', 'sandbox'].map((mode) => `plotline_${service}_${mode}`);
}

/** Groups the services by the MongoDB that hosts their databases. */
export function groupByUrl(urls: Readonly<Record<ServiceName, string>>): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, string[]>();
  for (const service of services) {
    const url = urls[service];
    groups.set(url, [...(groups.get(url) ?? []), ...databasesOf(service)]);
  }
  return groups;
}
