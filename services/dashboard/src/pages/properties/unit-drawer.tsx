import { Divider, Stack } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCan, useTenant } from '../../api/workspace.js';
import { FormDrawer } from '../../components/form-dialog.js';
import { FreshRecord } from '../../components/fresh-record.js';
import { useOpenRecord } from '../../components/open-record.js';
import { DeleteUnit } from './delete-unit.js';
import { callUnit } from './listed-unit.js';
import { InterestedLeads, UnitDeal } from './unit-demand.js';
import { UnitFacts } from './unit-facts.js';
import { UnitForm } from './unit-form.js';
import { readUnit, unitQuery } from './unit-queries.js';
import { useUnitsChanged } from './use-units-changed.js';

interface UnitDrawerProps {
  readonly propertyId: string;
  /** Of the property, else of the workspace; empty until that is known. */
  readonly currency: string;
}

function ExistingUnit({
  id,
  onClose,
  ...place
}: UnitDrawerProps & { readonly id: string; readonly onClose: () => void }) {
  const tenant = useTenant();
  const client = useQueryClient();
  const mayWrite = useCan('manageListings');
  const changed = useUnitsChanged(place.propertyId);
  const onDeleted = () => {
    onClose();
    client.removeQueries({ queryKey: unitQuery(tenant, id).queryKey });
    void changed();
  };
  const onSaved = () => {
    onClose();
    void changed();
  };
  return (
    <FreshRecord queryKey={unitQuery(tenant, id).queryKey} read={() => readUnit(tenant.api, id)}>
      {(versioned) => (
        <Stack>
          {mayWrite ? (
            <UnitForm {...place} base={versioned} onSaved={onSaved} />
          ) : (
            <UnitFacts unit={versioned.record} />
          )}
          <Divider />
          {versioned.record.status === 'sold' ? <UnitDeal unitId={id} /> : null}
          <InterestedLeads unitId={id} />
          {mayWrite ? (
            <>
              <Divider />
              <div>
                <DeleteUnit unit={versioned} onDeleted={onDeleted} />
              </div>
            </>
          ) : null}
        </Stack>
      )}
    </FreshRecord>
  );
}

/** The unit that the address names, beside its property; `new` is one to be added. */
export function UnitDrawer(place: UnitDrawerProps) {
  const { openId: id, close } = useOpenRecord('unit');
  const tenant = useTenant();
  const mayWrite = useCan('manageListings');
  const changed = useUnitsChanged(place.propertyId);
  const isNew = id === 'new' && mayWrite;
  const { data: known } = useQuery({ ...unitQuery(tenant, id ?? ''), enabled: id !== undefined && id !== 'new' });
  const onAdded = () => {
    close();
    void changed();
  };
  return (
    <FormDrawer
      opened={id !== undefined}
      onClose={close}
      title={isNew ? 'New unit' : known === undefined ? 'Unit' : `Unit ${callUnit(known.record)}`}
      position="right"
      size="lg"
      // What is only read closes as other drawers do.
      closeOnClickOutside={!mayWrite}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {isNew ? <UnitForm key={place.currency} {...place} base={undefined} onSaved={onAdded} /> : null}
      {id === undefined || id === 'new' ? null : <ExistingUnit key={id} id={id} onClose={close} {...place} />}
    </FormDrawer>
  );
}
