import { invalid, Problem } from '@plotline/kit/core/errors';
import { type BulkRow, type Call, type Handler, toPartialAnswer } from '@plotline/kit/http/handler';
import type { Context } from '../../context.js';
import { toLeadJson } from '../../leads/model/lead-json.js';
import { hasMerged } from '../../leads/model/merged-lead.js';
import * as merging from '../work/merge-leads.js';
import { tellHolds } from '../work/tell-holds.js';

/** Pair of leads in a bulk request. */
interface Pair {
  readonly keep: string;
  readonly merge: string;
}

interface Body {
  readonly pairs: readonly Pair[];
}

/** Errors after which the outcome is unknown. The whole request fails, and a repeated request continues the work. */
const interruptions: ReadonlySet<string> = new Set(['SERVICE_UNAVAILABLE', 'INTERNAL_ERROR']);

/**
 * Returns the row of a pair whose first lead doesn't exist. If both leads were merged into a third one, the request is
 * a repetition after an interruption, and the pair was merged before.
 */
async function toMissingRow(
  { leads, clock }: Context,
  { caller }: Call<Body>,
  { keep, merge }: Pair,
): Promise<BulkRow> {
  const survivor = await leads.merged.findSurvivor(caller, keep);
  if (survivor && hasMerged(survivor, merge, clock())) return { status: 200, data: toLeadJson(survivor) };
  return { problem: invalid({ field: 'keep', message: 'must be the id of a lead of this workspace' }) };
}

async function mergePair(context: Context, call: Call<Body>, pair: Pair): Promise<BulkRow> {
  const { caller } = call;
  const request = { keepId: pair.keep, otherId: pair.merge, otherField: 'merge', assert: () => undefined };
  try {
    // Single pairs don't use the claim on the Idempotency-Key, because the response covers all pairs and is stored
    // after the last one.
    const { lead } = await merging.mergeLeads(context, { caller }, request);
    await tellHolds(context, caller, request);
    return { status: 200, data: toLeadJson(lead) };
  } catch (error) {
    if (!(error instanceof Problem) || interruptions.has(error.code)) throw error;
    return error.code === 'NOT_FOUND' ? toMissingRow(context, call, pair) : { problem: error };
  }
}

/** POST /v1/leads/merge */
export function mergePairs(context: Context): Handler<Body> {
  return async (call) => {
    const rows: BulkRow[] = [];
    for (const [index, pair] of call.body.pairs.entries()) {
      const faults = call.rowFaults.get(index);
      rows.push(faults ? { problem: invalid(...faults) } : await mergePair(context, call, pair));
    }
    return toPartialAnswer('pairs', rows);
  };
}
