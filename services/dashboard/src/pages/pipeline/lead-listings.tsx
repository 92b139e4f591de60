import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useCan } from '../../api/workspace.js';
import { type Listing, toInterestingListing } from '../../components/listing.js';
import { Section } from '../../components/section.js';
import { StatusBadge } from '../../components/status-badge.js';
import { tellRefusal } from '../../components/tell-refusal.js';
import { LeadListingDialog } from './lead-listing-dialog.js';
import type { LeadVersion } from './lead-query.js';
import type { SaveLead } from './use-lead-update.js';

interface LeadListingsProps {
  readonly version: LeadVersion;
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

/** The properties and units that interest a lead. */
export function LeadListings({ version, save }: LeadListingsProps) {
  const { interested_properties: ids, properties = [] } = version.lead;
  const mayWrite = useCan('write');
  const [isAdding, setAdding] = useState(false);
  const keep = (next: string[]) => save('interested_properties', { interested_properties: next }, version.lead);
  const remove = (id: string) =>
    void keep(ids.filter((one) => one !== id)).catch(tellRefusal('The listing was not removed'));
  const listings = properties.filter(({ id }) => ids.includes(id)).map(toInterestingListing);
  const add = (
    <Button size="xs" variant="default" onClick={() => setAdding(true)}>
      Add
    </Button>
  );
  return (
    <Section title="Interested in" actions={mayWrite ? add : null}>
      <Stack gap="sm">
        {listings.length === 0 ? <Text size="sm">No property or unit yet.</Text> : null}
        {listings.map((listing) => (
          <ListingRow key={listing.id} listing={listing} onRemove={mayWrite ? () => remove(listing.id) : undefined} />
        ))}
      </Stack>
      <LeadListingDialog
        isOpen={isAdding}
        onClose={() => setAdding(false)}
        onAdd={(id) => keep([...ids.filter((one) => one !== id), id])}
      />
    </Section>
  );
}
