import { Divider, Stack } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCan, useTenant } from '../../api/workspace.js';
import { FormDrawer } from '../../ui/dialogs/form-dialog.js';
import { QueryState } from '../../ui/feedback/query-state.js';
import { useOpenRecord } from '../../ui/filters/use-open-record.js';
import { FreshRecord } from '../../ui/forms/fresh-record.js';
import { UnitHolds } from '../holds/unit-holds.js';
import { useCurrencyQuery } from '../workspace/use-currency.js';
import { DeleteUnit } from './delete-unit.js';
import { InterestedLeads } from './interested-leads.js';
import { getUnitLabel } from './listed-unit.js';
import { UnitDeal } from './unit-deal.js';
import { UnitFacts } from './unit-facts.js';
import { UnitFiles } from './unit-files.js';
import { UnitForm } from './unit-form.js';
import { readUnit, unitQuery } from './unit-queries.js';
import type { Unit } from './unit-values.js';
import { useRefreshUnits } from './use-refresh-units.js';

interface UnitDrawerProps {
  readonly propertyId: string;
  /** Currency of the property. Null means the workspace's currency. */
  readonly currency: string | null;
}

const toHeldUnit = (unit: Unit) => ({
  id: unit.id,
  label: getUnitLabel(unit),
  currency: unit.price.currency,
  status: unit.status,
});

interface ExistingUnitProps {
  readonly propertyId: string;
  readonly id: string;
  readonly onClose: () => void;
}

function ExistingUnit({ propertyId, id, onClose }: ExistingUnitProps) {
  const tenant = useTenant();
  const client = useQueryClient();
  const mayWrite = useCan('manageListings');
  const refreshUnits = useRefreshUnits(propertyId);
  const onDeleted = () => {
    onClose();
    client.removeQueries({ queryKey: unitQuery(tenant, id).queryKey });
    void refreshUnits();
  };
  const onSaved = () => {
    onClose();
    void refreshUnits();
  };
  return (
    <FreshRecord queryKey={unitQuery(tenant, id).queryKey} read={() => readUnit(tenant.api, id)}>
      {(versioned) => (
        <Stack>
          {mayWrite ? (
            <UnitForm propertyId={propertyId} base={versioned} onSaved={onSaved} onCancel={onClose} />
          ) : (
            <UnitFacts unit={versioned.record} />
          )}
          <UnitFiles unit={versioned.record} />
          <Divider />
          {versioned.record.status === 'sold' ? <UnitDeal unitId={id} /> : null}
          <UnitHolds unit={toHeldUnit(versioned.record)} />
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

/** Shows the unit in the page's address in a drawer. The id `new` shows the form for a new unit. */
export function UnitDrawer({ propertyId, currency }: UnitDrawerProps) {
  const { openId: id, close } = useOpenRecord('unit');
  const tenant = useTenant();
  const mayWrite = useCan('manageListings');
  const refreshUnits = useRefreshUnits(propertyId);
  const workspaceCurrency = useCurrencyQuery();
  const isNew = id === 'new' && mayWrite;
  const { data: known } = useQuery({ ...unitQuery(tenant, id ?? ''), enabled: id !== undefined && id !== 'new' });
  const onAdded = () => {
    close();
    void refreshUnits();
  };
  return (
    <FormDrawer
      opened={id !== undefined}
      onClose={close}
      title={isNew ? 'New unit' : known === undefined ? 'Unit' : `Unit ${getUnitLabel(known.record)}`}
      position="right"
      size="lg"
      // Without a form, a click outside may close the drawer.
      closeOnClickOutside={!mayWrite}
    >
      {isNew ? (
        <QueryState query={workspaceCurrency}>
          {(defaultCurrency) => (
            <UnitForm
              propertyId={propertyId}
              currency={currency ?? defaultCurrency}
              base={undefined}
              onSaved={onAdded}
              onCancel={close}
            />
          )}
        </QueryState>
      ) : null}
      {id === undefined || id === 'new' ? null : (
        <ExistingUnit key={id} id={id} propertyId={propertyId} onClose={close} />
      )}
    </FormDrawer>
  );
}
