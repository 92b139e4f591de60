import { Button, Group, Text } from '@mantine/core';
import { hideToast, showToast } from './toast.js';

const shownMs = 8_000;

/** Id of the latest toast. Only the latest change can be undone. */
let shownId: string | undefined;

/** Shows a toast after a change, with a button that undoes it. */
export function showUndoToast(message: string, onUndo: () => void): void {
  const hide = () => {
    if (shownId !== undefined) hideToast(shownId);
    shownId = undefined;
  };
  const undo = () => {
    hide();
    onUndo();
  };
  hide();
  shownId = showToast(
    <Group justify="space-between" wrap="nowrap">
      <Text size="sm">{message}</Text>
      <Button size="compact-sm" variant="default" onClick={undo}>
        Undo
      </Button>
    </Group>,
    shownMs,
  );
}
