import { type Answer, created, ok, withHeaders, withVersion } from '@plotline/kit/core/answer';
import { invalid } from '@plotline/kit/core/errors';
import { externalIdInUse } from '@plotline/kit/core/ids';
import { assertQuota, type QuotaUse, toQuotaHeaders } from '@plotline/kit/core/quota';
import type { Call, InspectingHandler } from '@plotline/kit/http/handler';
import type { Command } from '@plotline/kit/store/idempotency/command';
import { VersionConflict } from '@plotline/kit/store/records/guarded-update';
import type { Context } from '../../context.js';
import { findHolder, type OnDuplicate } from '../model/duplicates.js';
import type { Lead } from '../model/lead.js';
import { toLeadJson } from '../model/lead-json.js';
import {
  createDuplicateProblem,
  describeSharedContact,
  excludeLead,
  retryDuplicateCheck,
  toDuplicatesMeta,
  toFoundLeadJson,
} from './duplicates.js';
import type { LeadBody, NewLeadBody } from './lead-body.js';
import { readLeadQuota } from './lead-quota.js';
import { inspectBodies, prepareLeads } from './prepare-leads.js';

interface Query {
  readonly on_duplicate: OnDuplicate;
}

function toCreatedAnswer(lead: Lead, quota: QuotaUse, duplicates: readonly string[] = []): Answer {
  const answer = created(toLeadJson(lead), toDuplicatesMeta(duplicates));
  return withVersion(withHeaders(answer, toQuotaHeaders(quota)), lead.version);
}

/**
 * Stores the lead, unless another lead has its external id, email or phone. Otherwise returns the lead with the
 * external id, or else the oldest duplicate. Throws VersionConflict if a duplicate was created or erased in the
 * meantime.
 */
async function createUnlessDuplicate(
  context: Context,
  command: Command,
  lead: Lead,
  onDuplicate: OnDuplicate,
): Promise<Answer> {
  const { leads, leadWriter } = context;
  const { caller } = command;
  const duplicates = await leadWriter.findDuplicatesOf(caller, lead);
  const [firstId] = duplicates.ids;
  if (firstId === undefined) {
    const quota = await readLeadQuota(context, caller);
    assertQuota(quota);
    const answer = toCreatedAnswer(lead, quota);
    if (!(await leadWriter.addUnlessDuplicate(command, [lead], answer))) throw new VersionConflict();
    return answer;
  }
  const holder = findHolder(duplicates);
  if (onDuplicate === 'reject') {
    if (holder !== undefined) throw externalIdInUse(holder);
    throw createDuplicateProblem(describeSharedContact(duplicates), duplicates.ids);
  }
  const oldest = await leads.get(caller, firstId);
  if (!oldest) throw new VersionConflict();
  const meta = toDuplicatesMeta(excludeLead(oldest, duplicates));
  return withVersion(ok(toFoundLeadJson(oldest, caller), meta), oldest.version);
}

/** POST /v1/leads */
export function createLead(context: Context): InspectingHandler {
  const { leadWriter } = context;
  return {
    handle: async (call: Call<NewLeadBody, Query>) => {
      const { caller, body } = call;
      const { on_duplicate: onDuplicate } = call.query;
      const [prepared] = await prepareLeads(context, caller, [{ body, contractFaults: [] }]);
      const lead = prepared?.lead;
      if (!lead) throw invalid(...(prepared?.faults ?? []));
      if (onDuplicate !== 'create') {
        return retryDuplicateCheck(() => createUnlessDuplicate(context, call, lead, onDuplicate));
      }
      const quota = await readLeadQuota(context, caller);
      assertQuota(quota);
      return leadWriter.add(call, lead, (ids) => toCreatedAnswer(lead, quota, ids));
    },
    inspect: async ({ caller, body }: Call<LeadBody>) => {
      return (await inspectBodies(context, caller, [body])).flatMap(({ faults }) => faults);
    },
  };
}
