import { Stack } from '@mantine/core';
import { useState } from 'react';
import { describeError } from '../../api/problem.js';
import { FormModal } from '../../ui/dialogs/form-dialog.js';
import type { Listing } from '../listings/listing.js';
import { useProperties, useUnits } from '../listings/listing-queries.js';
import { ListingSelect } from '../listings/listing-select.js';
import { HoldForm } from './hold-form.js';

interface HoldUnitDialogProps {
  readonly lead: { readonly id: string; readonly name: string };
  readonly onClose: () => void;
}

/**
 * Holds a unit for a lead. The person chooses from the units for sale, and can join the queue if the unit is held for
 * another lead.
 */
export function HoldUnitDialog({ lead, onClose }: HoldUnitDialogProps) {
  const [propertyId, setPropertyId] = useState<string | null>(null);
  const [unit, setUnit] = useState<Listing | null>(null);
  const [isMissing, setMissing] = useState(false);
  const properties = useProperties();
  const units = useUnits(propertyId, true);
  const missing = isMissing && unit === null;
  const choice = (
    <Stack gap="sm">
      <ListingSelect
        label="Property"
        groups={[{ group: 'Properties', listings: properties.data ?? [] }]}
        value={propertyId}
        onChange={(listing) => {
          setPropertyId(listing?.id ?? null);
          setUnit(null);
        }}
        error={
          properties.error ? describeError(properties.error) : missing && propertyId === null && 'Choose a property.'
        }
        isLoading={properties.isPending}
        isRequired
      />
      {propertyId === null ? null : (
        <ListingSelect
          label="Unit"
          placeholder={units.data?.length === 0 ? 'No units for sale' : 'Type to search'}
          groups={[{ group: 'For sale', listings: units.data ?? [] }]}
          value={unit?.id ?? null}
          onChange={setUnit}
          error={units.error ? describeError(units.error) : missing && 'Choose a unit.'}
          isLoading={units.isPending}
          isRequired
        />
      )}
    </Stack>
  );
  return (
    <FormModal opened onClose={onClose} title={`Hold a unit for ${lead.name}`}>
      <HoldForm
        leadId={lead.id}
        unitId={unit?.id ?? null}
        currency={unit?.price?.currency}
        choice={choice}
        onMissing={() => setMissing(true)}
        onClose={onClose}
      />
    </FormModal>
  );
}
