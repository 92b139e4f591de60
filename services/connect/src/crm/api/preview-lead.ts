import { ok } from '@plotline/kit/core/answer';
import { conflict, invalid, unavailable } from '@plotline/kit/core/errors';
import type { Call, InspectingHandler } from '@plotline/kit/http/handler';
import { findValueFaults, mergeValues, type PatchedValues } from '../../connections/model/merge-values.js';
import { openCredentials } from '../../connections/model/seals.js';
import { createConnectionSend } from '../../connections/work/call-vendor.js';
import type { Context } from '../../context.js';
import { VendorFailure } from '../../vendors/model/vendor-failure.js';
import { gatherLeadFacts } from '../work/gather-lead-facts.js';
import { toCrmLead } from '../work/to-crm.js';
import { findCrmConnection } from './find-crm-connection.js';

interface PreviewBody {
  readonly lead_id: string;
  readonly settings?: PatchedValues;
}

function toProblem({ code, message, retryAfterMs }: VendorFailure) {
  if (code === 'credentials_refused' || code === 'request_refused') return conflict(message, 'vendor_refused');
  return unavailable(message, code, Math.max(2, Math.ceil(retryAfterMs / 1_000)));
}

/**
 * POST /v1/connections/:id/preview. Shows the fields that the CRM would get for a lead. Accepts settings that are not
 * saved.
 */
export function previewLead(context: Context): InspectingHandler {
  const { leadReader, seals } = context;
  async function prepare({ caller, path, body }: Call<PreviewBody>) {
    const { connection, provider } = await findCrmConnection(context, caller, path('id'));
    const credentials = openCredentials(seals, connection);
    const values = { mode: caller.mode, settings: mergeValues(connection.settings, body.settings), credentials };
    return { connection, provider, values, faults: findValueFaults(provider, values, caller.mode) };
  }
  return {
    inspect: async (call: Call<PreviewBody>) => (await prepare(call)).faults,
    handle: async (call: Call<PreviewBody>) => {
      const { caller, body } = call;
      const { connection, provider, values, faults } = await prepare(call);
      if (faults.length > 0) throw invalid(...faults);
      const [lead] = await leadReader.find(caller, [body.lead_id]);
      if (!lead) throw invalid({ field: 'lead_id', message: 'must be the id of a lead' });
      const facts = await gatherLeadFacts(context, caller, lead);
      const send = createConnectionSend(context, caller, connection.id, provider);
      const fields = await provider.crm.preview(send, values, toCrmLead(lead, facts)).catch((error: unknown) => {
        throw error instanceof VendorFailure ? toProblem(error) : error;
      });
      return ok({
        lead_id: lead.id,
        fields: fields.map(({ field, label, property, value, problem }) => ({
          field,
          label,
          property,
          value,
          problem,
        })),
      });
    },
  };
}
