export const exportResources = [
  'leads',
  'tasks',
  'units',
  'holds',
  'properties',
  'agents',
  'deals',
  'instalments',
  'invoices',
  'payments',
  'commissions',
] as const;
export type ExportResource = (typeof exportResources)[number];

export type ExportFormat = 'csv' | 'json' | 'jsonl';

export const exportMediaTypes: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  json: 'application/json',
  jsonl: 'application/x-ndjson',
};

/** Scope that is required to read the records of each resource. */
export const readScopes: Readonly<Record<ExportResource, string>> = {
  leads: 'read:leads',
  tasks: 'read:leads',
  holds: 'read:leads',
  deals: 'read:leads',
  instalments: 'read:leads',
  invoices: 'read:leads',
  payments: 'read:leads',
  commissions: 'read:leads',
  units: 'read:properties',
  properties: 'read:properties',
  agents: 'read:agents',
};

/** Returns the resources that a credential with these scopes may read. */
export function listReadable(scopes: readonly string[]): ExportResource[] {
  return exportResources.filter((resource) => scopes.includes('admin') || scopes.includes(readScopes[resource]));
}

export interface ExportInput {
  readonly resource: ExportResource;
  readonly format: ExportFormat;
  readonly gzip: boolean;
  /** Whether CSV begins with a byte order mark. Absent in exports of earlier releases of Plotline, which had none. */
  readonly bom?: boolean;
  /** Filters as in the request. */
  readonly filters: object;
  /** Filters as the query of a list. */
  readonly query: string;
}

/** File that an export has written. */
export interface ExportedFile {
  readonly id: string;
  readonly size: number;
  /** SHA-256 hash of the content, in hexadecimal. */
  readonly sha256: string;
  /** Time at which the link to the file expires. */
  readonly expires_at: Date;
}

export interface ExportState {
  /** Number of times that the export has restarted. It restarts if its snapshot is no longer available. */
  readonly restarts: number;
  readonly file: ExportedFile | null;
}

/** Time for which a link to a file is valid. */
export const linkLifetimeMs = 24 * 3_600_000;

/** Maximum total size of a workspace's files with valid links, in bytes, in each mode. */
export const maxKeptBytes = 20 * 1024 ** 3;

/** Returns the file of an export, or null if its link is no longer valid. */
export function findFile({ file }: ExportState, now: Date): ExportedFile | null {
  return file !== null && file.expires_at > now ? file : null;
}

/** Returns the name under which a file is saved. */
export function toFileName({ resource, format, gzip }: ExportInput, createdAt: Date): string {
  return `${resource}-${createdAt.toISOString().slice(0, 10)}.${format}${gzip ? '.gz' : ''}`;
}
