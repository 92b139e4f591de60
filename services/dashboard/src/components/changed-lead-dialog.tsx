import { Button, Group, List } from '@mantine/core';
import type { ReactNode } from 'react';
import type { LeadConflict } from '../api/change-lead.js';
import { DateTime } from './date-time.js';
import { ModalDialog } from './dialog.js';

interface ChangedLeadDialogProps {
  readonly conflict: LeadConflict | undefined;
  /** How the lead is now, and that it was left so. */
  readonly children: ReactNode;
  /** The verb of what was meant, when that still makes sense. */
  readonly repeatLabel?: string | undefined;
  readonly onRepeat: () => void;
  readonly onClose: () => void;
}

/** Says what somebody else did to a lead that was to be changed. */
export function ChangedLeadDialog(props: ChangedLeadDialogProps) {
  const { conflict, children, repeatLabel, onRepeat, onClose } = props;
  if (!conflict) return null;
  return (
    <ModalDialog opened onClose={onClose} title={conflict.message}>
      {children}
      <List size="sm" mt="xs">
        {conflict.activities.map(({ id, description, actor, timestamp }) => (
          <List.Item key={id}>
            {description} {actor.name}, <DateTime value={timestamp} />
          </List.Item>
        ))}
      </List>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose} data-autofocus>
          Leave it
        </Button>
        {repeatLabel === undefined ? null : <Button onClick={onRepeat}>{repeatLabel}</Button>}
      </Group>
    </ModalDialog>
  );
}
