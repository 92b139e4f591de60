import { fieldsOf } from './fields.js';
import type { ServedOperation } from './served-contract.js';

/** Kinds of records that an id can refer to. A listing is a property or a unit. */
export type Kind =
  | 'agent'
  | 'call'
  | 'commission'
  | 'connection'
  | 'deal'
  | 'delivery'
  | 'document'
  | 'document_template'
  | 'event'
  | 'export'
  | 'file'
  | 'hold'
  | 'import'
  | 'integration'
  | 'integration_delivery'
  | 'invoice'
  | 'lead'
  | 'listing'
  | 'milestone'
  | 'payment'
  | 'payment_plan'
  | 'property'
  | 'resend'
  | 'statement_line'
  | 'sync'
  | 'task'
  | 'team'
  | 'unit'
  | 'webhook';

/** Body fields, query parameters and path parameters that contain the id of another record. */
const references: Readonly<Record<string, Kind>> = {
  agent_id: 'agent',
  assigned_agent: 'agent',
  call_id: 'call',
  connection_id: 'connection',
  deal_id: 'deal',
  delivery_id: 'delivery',
  event_id: 'event',
  hold_id: 'hold',
  interested_properties: 'listing',
  invoice_id: 'invoice',
  keep: 'lead',
  lead_agent_id: 'agent',
  lead_id: 'lead',
  merge: 'lead',
  payment_id: 'payment',
  payment_plan_id: 'payment_plan',
  property_id: 'property',
  reassign_leads_to: 'agent',
  recipients: 'agent',
  resend_id: 'resend',
  resource_id: 'lead',
  sync_id: 'sync',
  team_id: 'team',
  template_id: 'document_template',
  unit_id: 'unit',
  unit_ids: 'unit',
};

/** Kinds of `{id}`, by the first segment of the path. */
const segments: Readonly<Record<string, Kind>> = {
  agents: 'agent',
  commissions: 'commission',
  connections: 'connection',
  deals: 'deal',
  'document-templates': 'document_template',
  documents: 'document',
  exports: 'export',
  files: 'file',
  holds: 'hold',
  imports: 'import',
  integrations: 'integration',
  invoices: 'invoice',
  leads: 'lead',
  'payment-plans': 'payment_plan',
  properties: 'property',
  'statement-lines': 'statement_line',
  tasks: 'task',
  teams: 'team',
  units: 'unit',
  webhooks: 'webhook',
};

/** Free texts, which refer to no other record. */
const texts: ReadonlySet<string> = new Set([
  'address',
  'after',
  'amount',
  'area',
  'bio',
  'body',
  'city',
  'content',
  'country',
  'created_after',
  'created_before',
  'csv',
  'currency',
  'cursor',
  'date',
  'defaults',
  'description',
  'due_after',
  'due_at',
  'due_before',
  'expires_after',
  'expires_at',
  'expires_before',
  'external_id',
  'features',
  'follow_up_after',
  'follow_up_before',
  'from',
  'html',
  'label',
  'languages',
  'last_contacted',
  'license_number',
  'location',
  'mapping',
  'message',
  'milestone',
  'name',
  'next_follow_up',
  'notes',
  'paid_at',
  'paid_on',
  'phone',
  'reached_on',
  'reason',
  'reference',
  'response_code',
  'search',
  'secret',
  'sheet',
  'stage_entered_after',
  'subject',
  'tags',
  'template',
  'text',
  'value_map',
  'tier',
  'time_zone',
  'timeline',
  'title',
  'to',
  'type',
  'unit',
  'unit_number',
  'updated_after',
  'updated_before',
]);

/** Returns the kind that a body field or query parameter refers to, or undefined. */
export function referredKind(operation: ServedOperation, name: string): Kind | undefined {
  if (operation.path.endsWith('/won') && name === 'property_id') return 'listing';
  return Object.hasOwn(references, name) ? references[name] : undefined;
}

/**
 * Path parameter for ids of other systems. It doesn't count as an id here, because several workspaces may use the same
 * values.
 */
export const externalId = 'external_id';

/** Path parameters that have another meaning below a path segment. */
const ownReferences: Readonly<Record<string, Readonly<Record<string, Kind>>>> = {
  integrations: { delivery_id: 'integration_delivery' },
  // A milestone's name is its id.
  properties: { name: 'milestone' },
};

const isOwn = (parameter: string) => parameter === 'id' || parameter === externalId;

/** Returns the kind that a path parameter refers to. Throws for an unknown path. */
export function kindInPath(operation: ServedOperation, parameter: string): Kind {
  const segment = operation.path.split('/')[2] ?? '';
  const kind = isOwn(parameter) ? segments[segment] : (ownReferences[segment]?.[parameter] ?? references[parameter]);
  if (!kind) throw new Error(`${operation.name}: add a value for {${parameter}} to references.ts.`);
  return kind;
}

/** Returns free-text fields and parameters that are listed neither as references nor as texts. */
export function unknownTexts(operations: readonly ServedOperation[]): string[] {
  return operations.flatMap((operation) =>
    [...fieldsOf(operation.body), ...operation.queryParameters.flatMap(({ name, schema }) => fieldsOf(schema, [name]))]
      .filter(({ isFreeText }) => isFreeText)
      .map(({ path }) => path.filter((part) => typeof part === 'string').at(-1) ?? '')
      .filter((name) => referredKind(operation, name) === undefined && !texts.has(name))
      .map((name) => `${operation.name}: ${name}`),
  );
}
