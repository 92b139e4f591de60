import { Alert, Stack } from '@mantine/core';
import { useDeferredValue, useMemo } from 'react';
import { FormModal } from '../../../ui/dialogs/form-dialog.js';
import { QueryState } from '../../../ui/feedback/query-state.js';
import { FormActions } from '../../../ui/forms/form-actions.js';
import { useProblemForm } from '../../../ui/forms/use-problem-form.js';
import { useIsPhone } from '../../../ui/page/use-is-phone.js';
import { useCurrencyQuery } from '../../workspace/use-currency.js';
import type { ListedUnit } from '../listed-unit.js';
import classes from './generator.module.css';
import { GeneratorFields } from './generator-fields.js';
import { GeneratorOutcome } from './generator-outcome.js';
import { GeneratorPreview } from './generator-preview.js';
import { createGeneratorValues, findGeneratorFaults, type GeneratorValues } from './generator-values.js';
import { findPlanFault, planUnits } from './plan-units.js';
import { countUnits, useGeneration } from './use-generation.js';

interface GeneratorProps {
  readonly propertyId: string;
  /** Currency of the property. Null means the workspace's currency. */
  readonly currency: string | null;
  /** Units that the property already has. */
  readonly units: readonly ListedUnit[];
  readonly onClose: () => void;
}

function GeneratorForm({ propertyId, currency, units, onClose }: GeneratorProps & { readonly currency: string }) {
  const { form, problem } = useProblemForm<GeneratorValues>({
    initialValues: createGeneratorValues(currency),
    validate: findGeneratorFaults,
  });
  const existing = useMemo(() => new Set(units.flatMap(({ unit_number }) => unit_number ?? [])), [units]);
  const generation = useGeneration(propertyId, () => {
    form.resetDirty();
    onClose();
  });
  const shown = useDeferredValue(form.values);
  const planned = useMemo(() => planUnits(shown, existing), [shown, existing]);
  const fault = findPlanFault(planned);
  const fresh = planned.filter(({ exists }) => !exists);
  const left = planned.length - fresh.length;
  const submit = form.onSubmit((values) => {
    const plan = planUnits(values, existing);
    const wanted = plan.filter(({ exists }) => !exists);
    if (findPlanFault(plan) === null && wanted.length > 0) generation.start({ values, units: wanted });
  });
  if (generation.isRunning || generation.refused.length > 0) {
    return <GeneratorOutcome generation={generation} onClose={onClose} />;
  }
  const nothing = planned.length > 0 && fresh.length === 0 ? 'All of these units exist already.' : undefined;
  return (
    <form onSubmit={submit} noValidate>
      <div className={classes.layout}>
        <Stack gap="sm">
          <GeneratorFields form={form} />
        </Stack>
        <Stack gap="sm">
          <GeneratorPreview units={planned} status={shown.status} currency={shown.currency} />
          {left > 0 ? (
            <Alert color="gray">
              {left === 1 ? '1 number exists already and is' : `${left} numbers exist already and are`} left out.
            </Alert>
          ) : null}
        </Stack>
      </div>
      <FormActions
        label={fresh.length === 0 ? 'Create units' : `Create ${countUnits(fresh.length)}`}
        isBusy={false}
        problem={fault ?? nothing ?? problem}
        onCancel={onClose}
      />
    </form>
  );
}

/** Creates the units of a building from a pattern, with a preview. */
export function GeneratorDialog({ opened, ...props }: GeneratorProps & { readonly opened: boolean }) {
  const isPhone = useIsPhone();
  const workspaceCurrency = useCurrencyQuery();
  return (
    <FormModal opened={opened} onClose={props.onClose} title="Generate units" size="70rem" fullScreen={isPhone}>
      <QueryState query={workspaceCurrency}>
        {(defaultCurrency) => <GeneratorForm {...props} currency={props.currency ?? defaultCurrency} />}
      </QueryState>
    </FormModal>
  );
}
