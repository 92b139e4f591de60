import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useCan, useTenant } from '../../api/workspace.js';
import { FormDrawer } from '../../ui/dialogs/form-dialog.js';
import { QueryState } from '../../ui/feedback/query-state.js';
import { toLabel } from '../../ui/format/label.js';
import { PageHeader } from '../../ui/page/page-header.js';
import { UnitDrawer } from '../units/unit-drawer.js';
import { UnitsSection } from '../units/units-section.js';
import { DeleteProperty } from './delete-property.js';
import { toPlaceText } from './listed-property.js';
import { MilestonesSection } from './milestones-section.js';
import { PropertyFacts } from './property-facts.js';
import { PropertyFiles } from './property-files.js';
import { PropertyForm } from './property-form.js';
import { propertyQuery } from './property-queries.js';

const portfolio = { label: 'Properties', to: '/$workspaceId/$mode/properties' } as const;

export function PropertyPage() {
  const { propertyId = '' } = useParams({ strict: false });
  const tenant = useTenant();
  const mayWrite = useCan('manageListings');
  const property = useQuery(propertyQuery(tenant, propertyId));
  const [isOpen, { open, close }] = useDisclosure(false);
  return (
    <>
      {property.data === undefined ? <PageHeader title="Property" parent={portfolio} /> : null}
      <QueryState query={property}>
        {(versioned) => (
          <>
            <PageHeader
              title={versioned.record.name}
              parent={portfolio}
              description={[toLabel(versioned.record.type), toPlaceText(versioned.record.location)]
                .filter(Boolean)
                .join(' · ')}
              actions={
                mayWrite ? (
                  <>
                    <Button variant="default" onClick={open}>
                      Edit
                    </Button>
                    <DeleteProperty property={versioned} />
                  </>
                ) : undefined
              }
            />
            <PropertyFacts property={versioned.record} />
            <UnitsSection propertyId={propertyId} currency={versioned.record.pricing.currency} />
            <MilestonesSection propertyId={propertyId} />
            <PropertyFiles property={versioned.record} />
            <UnitDrawer propertyId={propertyId} currency={versioned.record.pricing.currency} />
            <FormDrawer
              opened={isOpen}
              onClose={close}
              title={`Edit ${versioned.record.name}`}
              position="right"
              size="lg"
            >
              <PropertyForm base={versioned} onSaved={close} onCancel={close} />
            </FormDrawer>
          </>
        )}
      </QueryState>
    </>
  );
}
