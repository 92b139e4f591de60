import { Badge } from '@mantine/core';

/** Colours by status. The label carries the same information. */
const colours: Readonly<Record<string, string>> = {
  active: 'green',
  delivered: 'green',
  available: 'green',
  completed: 'green',
  paid: 'green',
  won: 'green',
  succeeded: 'green',
  planning: 'blue',
  closed: 'green',
  earned: 'green',
  new: 'blue',
  contacted: 'blue',
  qualified: 'blue',
  rented: 'violet',
  viewing: 'violet',
  negotiation: 'violet',
  under_construction: 'yellow',
  reserved: 'yellow',
  open: 'yellow',
  queued: 'yellow',
  pending: 'yellow',
  running: 'yellow',
  invited: 'yellow',
  sold: 'red',
  sold_out: 'red',
  lost: 'red',
  failed: 'red',
  overdue: 'red',
  disabled: 'red',
};

/** Converts a code such as `under_construction` to a label such as `Under construction`. */
export function toLabel(status: string): string {
  if (status === 'api') return 'API';
  const words = status.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export function StatusBadge({ status }: { readonly status: string }) {
  return (
    <Badge variant="light" color={colours[status] ?? 'gray'} tt="none" miw="max-content">
      {toLabel(status)}
    </Badge>
  );
}
