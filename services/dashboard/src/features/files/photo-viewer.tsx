import { Anchor, Button, Group, Text } from '@mantine/core';
import type { KeyboardEvent } from 'react';
import { ModalDialog } from '../../ui/dialogs/dialog.js';
import { useIsPhone } from '../../ui/page/use-is-phone.js';
import { toPhotoUrl } from './media-url.js';
import classes from './photos.module.css';

interface PhotoViewerProps {
  readonly title: string;
  readonly urls: readonly string[];
  /** Undefined while the viewer is closed. */
  readonly place: number | undefined;
  readonly onMove: (place: number) => void;
  readonly onClose: () => void;
}

/** Shows one picture in a large view. The arrow keys show the other pictures. */
export function PhotoViewer({ title, urls, place, onMove, onClose }: PhotoViewerProps) {
  const isPhone = useIsPhone();
  const url = place === undefined ? undefined : urls[place];
  const source = url === undefined ? undefined : toPhotoUrl(url, 'large');
  const move = (by: number) => {
    if (place !== undefined) onMove((place + by + urls.length) % urls.length);
  };
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'ArrowLeft') move(-1);
    if (key === 'ArrowRight') move(1);
  };
  const name = `${title} ${(place ?? 0) + 1} of ${urls.length}`;
  return (
    <ModalDialog
      opened={url !== undefined}
      onClose={onClose}
      onKeyDown={onKeyDown}
      title={title}
      size="auto"
      centered
      fullScreen={isPhone}
    >
      {source === undefined ? (
        <Anchor href={url} target="_blank" rel="noreferrer">
          Open the picture on its website ↗
        </Anchor>
      ) : (
        <img className={classes.large} src={source} alt={name} />
      )}
      <Group justify="space-between" mt="sm">
        <Button variant="default" onClick={() => move(-1)} disabled={urls.length < 2} data-autofocus>
          Previous
        </Button>
        <Text size="sm" role="status">
          {(place ?? 0) + 1} of {urls.length}
        </Text>
        <Button variant="default" onClick={() => move(1)} disabled={urls.length < 2}>
          Next
        </Button>
      </Group>
    </ModalDialog>
  );
}
