import { Button, Switch } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { isEmptyList } from '../../api/cursor-pages.js';
import { useCan, useTenant } from '../../api/workspace.js';
import { LoadMore } from '../../ui/feedback/load-more.js';
import { QueryState } from '../../ui/feedback/query-state.js';
import { EmptyState } from '../../ui/feedback/states.js';
import { GroupPage } from '../navigation/group-page.js';
import classes from './payment-plans.module.css';
import { PlanCard } from './plan-card.js';
import { type PaymentPlan, plansQuery } from './plan-queries.js';

// The code is loaded when the dialog opens.
const PlanDialog = lazy(async () => ({ default: (await import('./plan-form.js')).PlanDialog }));

/** Lists the plans for paying deals in instalments. */
export function PaymentPlansPage() {
  const [isArchived, setArchived] = useState(false);
  const plans = useInfiniteQuery(plansQuery(useTenant(), isArchived));
  const mayChange = useCan('administer');
  /** Null for a new plan, undefined while the dialog is closed. */
  const [edited, setEdited] = useState<PaymentPlan | null>();
  const create = mayChange ? <Button onClick={() => setEdited(null)}>New plan</Button> : undefined;
  const empty = isArchived ? (
    <EmptyState title="No archived plans">
      A plan is archived if you delete it after a deal was sold with it.
    </EmptyState>
  ) : (
    <EmptyState title="No payment plans yet">
      With a plan, a buyer pays a deal in instalments. You choose the plan when you mark a lead as won.
    </EmptyState>
  );
  return (
    <GroupPage group="deals" title="Payment plans" actions={create}>
      <Switch
        mb="md"
        label="Show archived plans"
        checked={isArchived}
        onChange={({ currentTarget }) => setArchived(currentTarget.checked)}
      />
      <QueryState query={plans} isEmpty={isEmptyList} empty={empty}>
        {({ pages }) => (
          <>
            <div className={classes.plans}>
              {pages
                .flatMap(({ data }) => data)
                .map((plan) => (
                  <PlanCard key={plan.id} plan={plan} onEdit={() => setEdited(plan)} />
                ))}
            </div>
            <LoadMore query={plans} />
          </>
        )}
      </QueryState>
      <Suspense>
        {edited === undefined ? null : <PlanDialog plan={edited} onClose={() => setEdited(undefined)} />}
      </Suspense>
    </GroupPage>
  );
}
