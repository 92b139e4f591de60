import { SegmentedControl, Stack } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { readBody } from '../../api/client.js';
import { describeError } from '../../api/problem.js';
import { useTenant } from '../../api/workspace.js';
import { FormActions } from '../../ui/forms/form-actions.js';
import { useUnits } from '../listings/listing-queries.js';
import { ListingSelect } from '../listings/listing-select.js';
import type { HoldChangeProps } from './hold-change-forms.js';
import { LeadSelect } from './lead-select.js';
import { useHoldChange } from './use-hold-change.js';

const targets = [
  { value: 'lead', label: 'To another lead' },
  { value: 'unit', label: 'To another unit' },
];

/** Asks for the lead or unit to which a hold is transferred. A queued hold remains on its unit. */
export function TransferForm({ hold, onClose }: HoldChangeProps) {
  const { api } = useTenant();
  const [target, setTarget] = useState('lead');
  const [id, setId] = useState<string | null>(null);
  const [fault, setFault] = useState<string>();
  const units = useUnits(target === 'unit' ? hold.property_id : null, true);
  const transfer = useHoldChange(
    (chosen: string) => {
      const body = target === 'lead' ? { lead_id: chosen } : { unit_id: chosen };
      return readBody(api.POST('/v1/holds/{id}/transfer', { params: { path: { id: hold.id } }, body }));
    },
    'The hold is transferred.',
    onClose,
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (id === null) setFault(target === 'lead' ? 'Choose a lead.' : 'Choose a unit.');
    else transfer.mutate(id);
  };
  const choose = (chosen: string | null) => {
    setFault(undefined);
    setId(chosen);
  };
  const others = (units.data ?? []).filter((unit) => unit.id !== hold.unit_id);
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        {hold.status === 'queued' ? null : (
          <SegmentedControl
            aria-label="Transfer"
            data={targets}
            value={target}
            onChange={(next) => {
              setTarget(next);
              choose(null);
            }}
          />
        )}
        {target === 'lead' ? (
          <LeadSelect label="Lead" value={id} onChange={choose} error={fault} exceptId={hold.lead_id} />
        ) : (
          <ListingSelect
            label="Unit"
            description="Of the same property"
            groups={[{ group: 'For sale', listings: others }]}
            value={id}
            onChange={(listing) => choose(listing?.id ?? null)}
            error={fault ?? (units.error ? describeError(units.error) : null)}
            isLoading={units.isPending}
            isRequired
          />
        )}
        <FormActions label="Transfer hold" isBusy={transfer.isPending} error={transfer.error} onCancel={onClose} />
      </Stack>
    </form>
  );
}
