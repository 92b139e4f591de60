import { Badge } from '@mantine/core';
import { toLabel } from '../format/label.js';

/** Colours by status. The label gives the same information. */
const colours: Readonly<Record<string, string>> = {
  active: 'green',
  delivered: 'green',
  available: 'green',
  completed: 'green',
  paid: 'green',
  won: 'green',
  succeeded: 'green',
  planning: 'cyan',
  closed: 'green',
  earned: 'green',
  confirmed: 'green',
  signed: 'green',
  sent: 'yellow',
  viewed: 'yellow',
  proposed: 'cyan',
  needs_attention: 'orange',
  flagged: 'orange',
  new: 'cyan',
  contacted: 'indigo',
  qualified: 'violet',
  rented: 'violet',
  viewing: 'grape',
  negotiation: 'orange',
  under_construction: 'yellow',
  reserved: 'yellow',
  open: 'yellow',
  partially_paid: 'yellow',
  invoiced: 'yellow',
  planned: 'cyan',
  queued: 'yellow',
  pending: 'yellow',
  running: 'yellow',
  invited: 'yellow',
  sold: 'red',
  sold_out: 'red',
  lost: 'red',
  failed: 'red',
  declined: 'red',
  overdue: 'red',
  disabled: 'red',
};

export function StatusBadge({ status }: { readonly status: string }) {
  return (
    <Badge variant="light" color={colours[status] ?? 'gray'} tt="none" miw="max-content">
      {toLabel(status)}
    </Badge>
  );
}
