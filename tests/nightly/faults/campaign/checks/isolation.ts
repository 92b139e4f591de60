import type { Snapshot } from '../snapshot/snapshot.js';
import type { Violation } from './violation.js';

/** Checks that a tenant gets only its own records, and 404 for records of other tenants. */
export function checkIsolation(snapshot: Snapshot): Violation[] {
  const { tenant, workspaceId, events, foreignReads } = snapshot;
  const named = [...snapshot.leads, ...snapshot.properties, ...snapshot.units, ...snapshot.agents, ...snapshot.teams];
  // The name of a milestone is part of its address. It has spaces in place of slashes.
  const own = (name: unknown) => [`${tenant}/`, `${tenant} `].some((start) => String(name).startsWith(start));
  return [
    ...named.filter(({ name }) => !own(name)).map(({ id, name }) => `${id} is called ${String(name)}`),
    ...events
      .filter((event) => event.workspaceId !== workspaceId || ('name' in event.data && !own(event.data.name)))
      .map(({ id, event }) => `event ${id} (${event}) is of another tenant`),
    ...[...foreignReads]
      .filter(([, status]) => status !== 404)
      .map(([path, status]) => `GET ${path} answered ${status}`),
  ].map((message) => ({ rule: 'isolation', tenant, message }));
}
