import { ActionIcon, Menu } from '@mantine/core';
import IconDots from '@tabler/icons-react/icons/IconDots';
import { useRef, useState } from 'react';
import { useCan } from '../../api/workspace.js';
import { FormModal } from '../../ui/dialogs/form-dialog.js';
import { DepositLinkForm } from './deposit-link-form.js';
import { DepositForm, ExtendForm, type HoldChangeProps, ReleaseForm } from './hold-change-forms.js';
import { HoldDocumentForm } from './hold-document-form.js';
import { EditForm } from './hold-edit-form.js';
import type { Hold } from './hold-queries.js';
import { TakeBackForm } from './take-back-form.js';
import { TransferForm } from './transfer-form.js';

type Change = 'edit' | 'extend' | 'transfer' | 'deposit' | 'depositLink' | 'takeBack' | 'document' | 'release';

const forms = {
  edit: { title: 'Edit hold', Form: EditForm },
  extend: { title: 'Extend hold', Form: ExtendForm },
  transfer: { title: 'Transfer hold', Form: TransferForm },
  deposit: { title: 'Record the deposit', Form: DepositForm },
  depositLink: { title: 'Payment link', Form: DepositLinkForm },
  takeBack: { title: 'Mark the deposit as unpaid', Form: TakeBackForm },
  document: { title: 'New document', Form: HoldDocumentForm },
  release: { title: 'Release hold', Form: ReleaseForm },
} as const satisfies Record<Change, { title: string; Form: (props: HoldChangeProps) => unknown }>;

/** Lists the changes that a hold allows now. Only owners and admins can mark a paid deposit as unpaid. */
function listChanges(
  { status, deposit }: Hold,
  mayTakeBack: boolean,
): { readonly change: Change; readonly label: string }[] {
  const isActive = status === 'active';
  const canPay = deposit !== null && deposit.paid_at === null;
  const canTakeBack = mayTakeBack && deposit !== null && deposit.paid_at !== null;
  return [
    { change: 'edit', label: 'Edit…' },
    ...(isActive ? [{ change: 'extend' as const, label: 'Extend…' }] : []),
    { change: 'transfer', label: 'Transfer…' },
    ...(canPay ? [{ change: 'depositLink' as const, label: 'Payment link…' }] : []),
    ...(canPay ? [{ change: 'deposit' as const, label: 'Record the deposit…' }] : []),
    ...(canTakeBack ? [{ change: 'takeBack' as const, label: 'Mark deposit as unpaid…' }] : []),
    { change: 'document', label: 'New document…' },
    { change: 'release', label: isActive ? 'Release…' : 'Leave the queue…' },
  ];
}

/** Menu that edits, extends, transfers or releases a hold, handles its deposit, and creates its documents. */
export function HoldMenu({ hold, name }: { readonly hold: Hold; readonly name: string }) {
  const [change, setChange] = useState<Change>();
  const mayTakeBack = useCan('administer');
  const button = useRef<HTMLButtonElement>(null);
  // After an edit, the hold has more lines. The button, which has the focus again, may then be out of view.
  const showButton = () => button.current?.scrollIntoView({ block: 'nearest' });
  const close = () => setChange(undefined);
  const { title, Form } = forms[change ?? 'edit'];
  return (
    <>
      <Menu position="bottom-end" withinPortal onOpen={showButton}>
        <Menu.Target>
          <ActionIcon ref={button} variant="subtle" color="gray" aria-label={`Change the hold: ${name}`}>
            <IconDots size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {listChanges(hold, mayTakeBack).map((one) => (
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
