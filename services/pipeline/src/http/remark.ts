import type { Remark } from '../store/lead-entries.js';

/** The optional texts of a move; null says as little as leaving them out. */
export interface RemarkBody {
  readonly reason?: string | null;
  readonly notes?: string | null;
}

/** What the body says about the move. */
export function remarkOf({ reason, notes }: RemarkBody): Remark {
  return { ...(typeof reason === 'string' && { reason }), ...(typeof notes === 'string' && { notes }) };
}
