import { Button, Group, List } from '@mantine/core';
import type { ReactNode } from 'react';
import { ModalDialog } from '../../ui/dialogs/dialog.js';
import { DateTime } from '../../ui/format/date-time.js';
import type { LeadConflict } from './change-lead.js';

interface ChangedLeadDialogProps {
  readonly conflict: LeadConflict | undefined;
  /** States that the lead wasn't changed, and describes its current state. */
  readonly children: ReactNode;
  /** Label of the button that repeats the change. Undefined if the change no longer makes sense. */
  readonly repeatLabel?: string | undefined;
  readonly onRepeat: () => void;
  readonly onClose: () => void;
}

/** Lists what someone else did to a lead since the person saw it. */
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
