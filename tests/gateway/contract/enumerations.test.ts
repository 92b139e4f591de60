import { expect } from 'chai';
import { roles, scopes } from '../../flows/operation-probes.js';
import { createServedAuthDocument, createServedDocument } from '../support/served-document.js';

/**
 * Lists from the interface specification. They are written out here, because lists in the sources could change together
 * with the tested code.
 */
const specified: Readonly<Record<string, readonly string[]>> = {
  Source: ['website', 'referral', 'portal', 'social', 'walk_in', 'api', 'manual'],
  Stage: ['new', 'contacted', 'qualified', 'viewing', 'negotiation', 'won', 'lost'],
  LossReason: [
    'price_too_high',
    'location_not_suitable',
    'bought_elsewhere',
    'no_longer_interested',
    'unresponsive',
    'financing_failed',
    'other',
  ],
  UnitStatus: ['available', 'reserved', 'sold', 'off_market', 'rented'],
  UnitVisibility: ['public', 'agents', 'team', 'private'],
  PropertyType: ['villa', 'apartment', 'townhouse', 'penthouse', 'commercial', 'land', 'mixed_use'],
  PropertyStatus: ['planning', 'under_construction', 'completed', 'sold_out', 'archived'],
  AgentRole: roles,
  AgentStatus: ['invited', 'active', 'inactive'],
};

const specifiedEvents = [
  ...['lead.created', 'lead.updated', 'lead.stage_changed', 'lead.assigned', 'lead.won', 'lead.lost'],
  ...['property.created', 'property.updated', 'property.status_changed'],
  ...['unit.created', 'unit.updated', 'unit.sold'],
  ...['agent.created', 'agent.deactivated'],
  ...['deal.created', 'deal.closed', 'commission.calculated', 'invoice.created'],
];
/** Served events that the specification doesn't have. */
const addedEvents = [
  ...['lead.note_added', 'lead.merged', 'lead.deleted', 'property.deleted', 'unit.deleted'],
  ...['deal.cancelled', 'invoice.paid', 'invoice.voided'],
  ...['instalment.invoiced', 'payment.recorded', 'payment.deleted'],
  'milestone.reached',
  ...['document.sent', 'document.signed', 'document.declined'],
  ...['task.created', 'task.updated', 'task.completed', 'task.reopened', 'task.deleted'],
  ...['hold.created', 'hold.activated', 'hold.extended', 'hold.transferred', 'hold.released', 'hold.expired'],
  ...['hold.converted', 'hold.deposit_paid', 'hold.updated'],
];

/** Groups that a subscription may contain. */
const groups = [
  ...['lead.*', 'task.*', 'hold.*', 'property.*', 'milestone.*', 'unit.*', 'agent.*', 'deal.*', 'commission.*'],
  ...['invoice.*', 'instalment.*', 'payment.*', 'document.*'],
];

describe('enumerations of the served documents', () => {
  const document = createServedDocument();
  const authDocument = createServedAuthDocument();
  const events = [...specifiedEvents, ...addedEvents];

  for (const [name, values] of Object.entries(specified)) {
    it(`match the specification: ${name}`, () => {
      expect(document).to.have.nested.property(`components.schemas.${name}.enum`).with.members(values);
    });
  }

  it('match the specified scopes in both documents', () => {
    const ofFlow = 'components.securitySchemes.oauth2.flows.authorizationCode.scopes';
    expect(document).to.have.nested.property(ofFlow).with.all.keys(scopes);
    expect(authDocument).to.have.nested.property('components.schemas.Scope.enum').with.members(scopes);
  });

  it('contain each event in the specification and the added events', () => {
    expect(document).to.have.nested.property('components.schemas.PublicEvent.enum').with.members(events);
    expect(document)
      .to.have.nested.property('components.schemas.WebhookEvent.enum')
      .with.members([...events, ...groups, '*']);
    expect(document).to.have.property('webhooks').with.all.keys(events);
  });
});
