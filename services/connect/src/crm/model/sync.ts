/** Job that sends all leads to a CRM. */
export interface SyncData {
  readonly input: { readonly connection_id: string };
  readonly state: {
    /** Position from which the next leads are read. Null after the last lead. */
    readonly cursor: string | null;
    /** Number of leads for which a job was added. */
    readonly queued: number;
  };
  readonly counts: { readonly sent: number; readonly failed: number };
}

export const newSync = { state: { cursor: '', queued: 0 }, counts: { sent: 0, failed: 0 } } as const;
