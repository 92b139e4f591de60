import { Button, Group, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useCan, useTenant } from '../../api/workspace.js';
import { ConfirmButton } from '../../ui/dialogs/confirm-button.js';
import { formatPercent } from '../../ui/format/format-number.js';
import { Section } from '../../ui/page/section.js';
import { describeDue } from './describe-due.js';
import classes from './payment-plans.module.css';
import { getPlansKey, type PaymentPlan } from './plan-queries.js';

interface PlanCardProps {
  readonly plan: PaymentPlan;
  readonly onEdit: () => void;
}

function PlanActions({ plan: { id, name }, onEdit }: PlanCardProps) {
  const tenant = useTenant();
  const client = useQueryClient();
  const remove = async () => {
    await tenant.api.DELETE('/v1/payment-plans/{id}', { params: { path: { id } } });
    await client.invalidateQueries({ queryKey: getPlansKey(tenant) });
  };
  return (
    <Group gap="xs" wrap="nowrap">
      <Button size="compact-sm" variant="default" aria-label={`Edit ${name}`} onClick={onEdit}>
        Edit
      </Button>
      <ConfirmButton
        label="Delete"
        name={`Delete ${name}`}
        title={`Delete ${name}?`}
        confirmLabel="Delete plan"
        onConfirm={remove}
      >
        <Text size="sm">
          You can't use it for new deals any more. Deals that were sold with it keep their instalments, and the plan is
          then archived.
        </Text>
      </ConfirmButton>
    </Group>
  );
}

/** Payment plan with its instalments. An archived plan can't change. */
export function PlanCard({ plan, onEdit }: PlanCardProps) {
  const mayChange = useCan('administer') && plan.archived_at === null;
  return (
    <Section title={plan.name} actions={mayChange ? <PlanActions plan={plan} onEdit={onEdit} /> : null}>
      <ol className={classes.instalments} aria-label={`Instalments of ${plan.name}`}>
        {plan.instalments.map(({ label, percent, due }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: instalments have no id, and their order is fixed.
          <li key={index} className={classes.line}>
            <span className={classes.share}>{formatPercent(percent / 100, 4)}</span>
            <span>
              {label} <span className={classes.due}>· {describeDue(due)}</span>
            </span>
          </li>
        ))}
      </ol>
    </Section>
  );
}
