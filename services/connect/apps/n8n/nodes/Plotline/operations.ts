import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { sendRequest } from './request';

/** Runs an operation for the item with this index, and resolves to its records. */
type Operation = (context: IExecuteFunctions, index: number) => Promise<IDataObject | IDataObject[]>;

const readText = (context: IExecuteFunctions, name: string, index: number) =>
  String(context.getNodeParameter(name, index)).trim();

const toPath = (context: IExecuteFunctions, index: number, rest: string) =>
  `/leads/${encodeURIComponent(readText(context, 'leadId', index))}${rest}`;

/** Creates a lead. One with the same email or phone is returned instead, so that a repeated run adds none. */
const createLead: Operation = (context, index) => {
  const more: unknown = context.getNodeParameter('additionalFields', index);
  const texts = Object.entries(Object(more)).map(([name, value]) => [name, String(value)] as const);
  const given = Object.fromEntries(texts.filter(([, text]) => text !== ''));
  const body = { ...given, name: readText(context, 'name', index), email: readText(context, 'email', index) };
  return sendRequest(context, { method: 'POST', path: '/leads', qs: { on_duplicate: 'return' }, body });
};

/** Finds the leads that have exactly this email, oldest first. The API's search also matches parts of an email. */
const findLead: Operation = async (context, index) => {
  const email = readText(context, 'email', index).toLowerCase();
  const qs = { search: email, per_page: 20, sort: 'created_at', order: 'asc' };
  const found = await sendRequest(context, { method: 'GET', path: '/leads', qs });
  const leads = Array.isArray(found) ? found : [];
  return leads.filter((lead) => String(lead['email'] ?? '').toLowerCase() === email);
};

const moveLead: Operation = (context, index) => {
  const body = { stage: readText(context, 'stage', index) };
  return sendRequest(context, { method: 'POST', path: toPath(context, index, '/stage'), body });
};

const addNote: Operation = (context, index) => {
  const body = { content: readText(context, 'content', index) };
  return sendRequest(context, { method: 'POST', path: toPath(context, index, '/notes'), body });
};

const createHold: Operation = (context, index) => {
  const body = {
    unit_id: readText(context, 'unitId', index),
    lead_id: readText(context, 'leadId', index),
    queue: context.getNodeParameter('queue', index) === true,
  };
  return sendRequest(context, { method: 'POST', path: '/holds', body });
};

/** The operations by `resource.operation`. */
export const operations: Readonly<Record<string, Operation>> = {
  'lead.create': createLead,
  'lead.find': findLead,
  'lead.move': moveLead,
  'lead.addNote': addNote,
  'hold.create': createHold,
};
