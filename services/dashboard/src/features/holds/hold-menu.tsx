import { ActionIcon, Menu } from '@mantine/core';
import IconDots from '@tabler/icons-react/icons/IconDots';
import { useState } from 'react';
import { FormModal } from '../../ui/dialogs/form-dialog.js';
import { DepositForm, ExtendForm, type HoldChangeProps, ReleaseForm } from './hold-change-forms.js';
import type { Hold } from './hold-queries.js';
import { TransferForm } from './transfer-form.js';

type Change = 'extend' | 'transfer' | 'deposit' | 'release';

const forms = {
  extend: { title: 'Extend hold', Form: ExtendForm },
  transfer: { title: 'Transfer hold', Form: TransferForm },
  deposit: { title: 'Record the deposit', Form: DepositForm },
  release: { title: 'Release hold', Form: ReleaseForm },
} as const satisfies Record<Change, { title: string; Form: (props: HoldChangeProps) => unknown }>;

/** Lists the changes that a hold allows now. */
function listChanges({ status, deposit }: Hold): { readonly change: Change; readonly label: string }[] {
  const isActive = status === 'active';
  const canPay = deposit !== null && deposit.paid_at === null;
  return [
    ...(isActive ? [{ change: 'extend' as const, label: 'Extend…' }] : []),
    { change: 'transfer', label: 'Transfer…' },
    ...(canPay ? [{ change: 'deposit' as const, label: 'Record the deposit…' }] : []),
    { change: 'release', label: isActive ? 'Release…' : 'Leave the queue…' },
  ];
}

/** Extends, transfers or releases a hold, or records its deposit. */
export function HoldMenu({ hold, name }: { readonly hold: Hold; readonly name: string }) {
  const [change, setChange] = useState<Change>();
  const close = () => setChange(undefined);
  const { title, Form } = forms[change ?? 'extend'];
  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={`Change the hold: ${name}`}>
            <IconDots size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {listChanges(hold).map((one) => (
            <Menu.Item key={one.change} onClick={() => setChange(one.change)}>
              {one.label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <FormModal opened={change !== undefined} onClose={close} title={`${title}: ${name}`}>
        <Form hold={hold} onClose={close} />
      </FormModal>
    </>
  );
}
