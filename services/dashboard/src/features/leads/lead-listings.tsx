import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { Versioned } from '../../api/versioned-record.js';
import { useCan } from '../../api/workspace.js';
import { showErrorToast } from '../../ui/feedback/toast.js';
import { Section } from '../../ui/page/section.js';
import { StatusBadge } from '../../ui/page/status-badge.js';
import { type Listing, toInterestingListing } from '../listings/listing.js';
import { LeadListingDialog } from './lead-listing-dialog.js';
import type { Lead } from './lead-queries.js';
import type { SaveLead } from './use-lead-update.js';

interface LeadListingsProps {
  readonly version: Versioned<Lead>;
  readonly save: SaveLead;
}

interface RowProps {
  readonly listing: Listing;
  readonly onRemove: (() => void) | undefined;
}

const ListingRow = ({ listing: { name, detail, status }, onRemove }: RowProps) => (
  <Group justify="space-between" wrap="nowrap" align="flex-start" gap="xs">
    <Stack gap={4} miw={0}>
      <Text size="sm" fw={600}>
        {name}
      </Text>
      <Text size="xs" c="dimmed">
        {detail}
      </Text>
      <StatusBadge status={status} />
    </Stack>
    {onRemove === undefined ? null : (
      <Button size="xs" px="xs" variant="subtle" flex="none" aria-label={`Remove ${name}`} onClick={onRemove}>
        Remove
      </Button>
    )}
  </Group>
);

/** Lists the properties and units that a lead is interested in. */
export function LeadListings({ version, save }: LeadListingsProps) {
  const { interested_properties: ids, properties = [] } = version.record;
  const mayWrite = useCan('write');
  const [isAdding, setAdding] = useState(false);
  const saveIds = (next: string[]) => save('interested_properties', { interested_properties: next }, version.record);
  const remove = (id: string) =>
    void saveIds(ids.filter((one) => one !== id)).catch(showErrorToast("The listing wasn't removed"));
  const listings = properties.filter(({ id }) => ids.includes(id)).map(toInterestingListing);
  const add = (
    <Button size="xs" variant="default" onClick={() => setAdding(true)}>
      Add
    </Button>
  );
  return (
    <Section title="Interested in" actions={mayWrite ? add : null}>
      <Stack gap="sm">
        {listings.length === 0 ? (
          <Text size="sm" c="dimmed">
            No properties or units yet.
          </Text>
        ) : null}
        {listings.map((listing) => (
          <ListingRow key={listing.id} listing={listing} onRemove={mayWrite ? () => remove(listing.id) : undefined} />
        ))}
      </Stack>
      <LeadListingDialog
        isOpen={isAdding}
        onClose={() => setAdding(false)}
        onAdd={(id) => saveIds([...ids.filter((one) => one !== id), id])}
      />
    </Section>
  );
}
