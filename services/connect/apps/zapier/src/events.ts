/** Plotline event that starts a Zap. */
export interface EventTrigger {
  /** Key of the trigger. It never changes, because Zaps store it. */
  readonly key: string;
  /** Name of the event, or a group such as `lead.*`. */
  readonly event: string;
  readonly noun: string;
  readonly label: string;
  readonly description: string;
}

/** Events that Zaps often start with. The trigger `new_event` covers all others. */
export const eventTriggers: readonly EventTrigger[] = [
  {
    key: 'lead_created',
    event: 'lead.created',
    noun: 'Lead',
    label: 'New Lead',
    description: 'Triggers when a lead is created.',
  },
  {
    key: 'lead_updated',
    event: 'lead.updated',
    noun: 'Lead',
    label: 'Updated Lead',
    description: 'Triggers when fields of a lead change.',
  },
  {
    key: 'lead_stage_changed',
    event: 'lead.stage_changed',
    noun: 'Lead',
    label: 'Lead Moved',
    description: 'Triggers when a lead moves to another stage.',
  },
  {
    key: 'lead_won',
    event: 'lead.won',
    noun: 'Lead',
    label: 'Lead Won',
    description: 'Triggers when a lead is won.',
  },
  {
    key: 'lead_lost',
    event: 'lead.lost',
    noun: 'Lead',
    label: 'Lead Lost',
    description: 'Triggers when a lead is lost.',
  },
  {
    key: 'unit_sold',
    event: 'unit.sold',
    noun: 'Unit',
    label: 'Unit Sold',
    description: 'Triggers when a unit is sold.',
  },
  {
    key: 'hold_created',
    event: 'hold.created',
    noun: 'Hold',
    label: 'New Hold',
    description: 'Triggers when a unit is held for a lead.',
  },
  {
    key: 'hold_deposit_paid',
    event: 'hold.deposit_paid',
    noun: 'Hold',
    label: 'Deposit Paid',
    description: 'Triggers when the deposit of a hold is paid.',
  },
  {
    key: 'invoice_paid',
    event: 'invoice.paid',
    noun: 'Invoice',
    label: 'Invoice Paid',
    description: 'Triggers when an invoice is paid in full.',
  },
];

/** Event groups that `new_event` offers. */
export const eventGroups: readonly string[] = [
  'lead.*',
  'task.*',
  'hold.*',
  'unit.*',
  'property.*',
  'deal.*',
  'invoice.*',
  'payment.*',
  'agent.*',
];
