import { answering, type Caller } from '@plotline/kit/caller';
import type { RowFaults } from '@plotline/kit/contract/validator';
import { invalid } from '@plotline/kit/errors';
import { type Answer, created } from '@plotline/kit/http/answer';
import type { Handler } from '@plotline/kit/http/handler';
import type { Context } from '../context.js';
import type { NewLeadBody } from './lead-input.js';
import { leadJson } from './lead-json.js';
import { type PreparedLead, prepareLeads } from './prepare-leads.js';

interface Body {
  readonly leads: readonly NewLeadBody[];
}

/** One result for each row, in their order; rows that do not fit the contract are not looked at further. */
async function prepareRows(context: Context, caller: Caller, rows: Body['leads'], rowFaults: RowFaults) {
  const sound = rows.flatMap((body, index) => (rowFaults.has(index) ? [] : [{ index, body }]));
  const prepared = await prepareLeads(
    context,
    caller,
    sound.map(({ body }) => body),
  );
  const byIndex = new Map(sound.map(({ index }, place) => [index, prepared[place]]));
  return rows.map((_row, index): PreparedLead => {
    return byIndex.get(index) ?? { lead: null, faults: rowFaults.get(index) ?? [] };
  });
}

/** 201 with all leads; throws VALIDATION_ERROR with the faults of all rows when there is one. */
function wholeAnswer(rows: readonly PreparedLead[]): Answer {
  const faults = rows.flatMap((row, index) =>
    row.faults.map(({ field, message }) => ({ field: `leads[${index}].${field}`, message })),
  );
  if (faults.length > 0) throw invalid(...faults);
  return created(rows.flatMap(({ lead }) => (lead ? [leadJson(lead)] : [])));
}

/** 207 with what became of each row. */
function partialAnswer(rows: readonly PreparedLead[]): Answer {
  const body = rows.map(({ lead, faults }, index) => {
    if (lead) return { index, status: 201, data: leadJson(lead) };
    const { code, message, details, status } = invalid(...faults);
    return { index, status, error: { code, message, details } };
  });
  return { status: 207, body };
}

/** POST /v1/leads/bulk */
export function createLeads(context: Context): Handler<Body, { readonly partial: boolean }> {
  return async ({ caller, body, query, rowFaults }) => {
    const rows = await prepareRows(context, caller, body.leads, rowFaults);
    const answer = query.partial ? partialAnswer(rows) : wholeAnswer(rows);
    const leads = rows.flatMap(({ lead }) => lead ?? []);
    if (leads.length > 0) await context.leads.add(answering(caller, answer), leads);
    return answer;
  };
}
