import { Stack } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { describeError } from '../../api/problem.js';
import { FormModal } from '../../ui/dialogs/form-dialog.js';
import { FormActions } from '../../ui/forms/form-actions.js';
import { useProperties, useUnits } from '../listings/listing-queries.js';
import { ListingSelect } from '../listings/listing-select.js';

interface LeadListingDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onAdd: (listingId: string) => Promise<boolean>;
}

function ListingForm({ onClose, onAdd }: Omit<LeadListingDialogProps, 'isOpen'>) {
  const [propertyId, setPropertyId] = useState<string | null>(null);
  const [unitId, setUnitId] = useState<string | null>(null);
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const properties = useProperties();
  const units = useUnits(propertyId, false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const id = unitId ?? propertyId;
    if (id === null) return setProblem('Choose a property.');
    setBusy(true);
    try {
      if (await onAdd(id)) onClose();
    } catch (error) {
      setProblem(describeError(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <ListingSelect
          label="Property"
          groups={[{ group: 'Properties', listings: properties.data ?? [] }]}
          value={propertyId}
          onChange={(listing) => {
            setPropertyId(listing?.id ?? null);
            setUnitId(null);
          }}
          error={properties.error ? describeError(properties.error) : null}
          isLoading={properties.isPending}
          isRequired
        />
        {propertyId === null ? null : (
          <ListingSelect
            label="Unit"
            description="Optional. Without a unit, we add the whole property."
            groups={[{ group: 'Units', listings: units.data ?? [] }]}
            value={unitId}
            onChange={(listing) => setUnitId(listing?.id ?? null)}
            error={units.error ? describeError(units.error) : null}
            isLoading={units.isPending}
          />
        )}
        <FormActions label="Add" isBusy={isBusy} problem={problem} onCancel={onClose} />
      </Stack>
    </form>
  );
}

/** Adds a property or unit that the lead is interested in. */
export function LeadListingDialog({ isOpen, ...props }: LeadListingDialogProps) {
  return (
    <FormModal opened={isOpen} onClose={props.onClose} title="Add a property or unit">
      <ListingForm {...props} />
    </FormModal>
  );
}
