import { ActionIcon, Badge, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useDragPhoto } from './drag-photo.js';
import { PhotoImage } from './photo-image.js';
import { makeCover, movePhoto, type PhotoChange } from './photo-list.js';
import classes from './photos.module.css';

interface PhotoTileProps {
  readonly url: string;
  /** Name of the picture, such as `Photo 2`. */
  readonly name: string;
  readonly place: number;
  readonly count: number;
  readonly list: string;
  /** Undefined if the pictures have no cover. */
  readonly isCover: boolean | undefined;
  readonly onOpen: () => void;
  /** Undefined if the person can't change the pictures. */
  readonly change: ((change: PhotoChange) => void) | undefined;
  readonly onRemove: () => void;
}

function TileMenu({ url, name, place, count, isCover, change, onRemove }: PhotoTileProps) {
  if (change === undefined) return null;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={`Actions for ${name}`}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item disabled={place === 0} onClick={() => change(movePhoto(url, place - 1))}>
          Move forward
        </Menu.Item>
        <Menu.Item disabled={place === count - 1} onClick={() => change(movePhoto(url, place + 1))}>
          Move back
        </Menu.Item>
        {isCover === undefined ? null : (
          <Menu.Item disabled={isCover} onClick={() => change(makeCover(url))}>
            Make it the cover
          </Menu.Item>
        )}
        <Menu.Item color="red" onClick={onRemove}>
          Remove
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** A picture in the gallery. A click opens it, dragging moves it, and the menu has the other actions. */
export function PhotoTile(props: PhotoTileProps) {
  const { url, name, place, list, isCover, onOpen, change } = props;
  const onDrop = (dropped: string) => change?.(movePhoto(dropped, place));
  const { ref, isDragged, isOver } = useDragPhoto({ url, list, isEnabled: change !== undefined, onDrop });
  return (
    <li ref={ref} className={classes.photo} data-dragged={isDragged} data-over={isOver}>
      <button type="button" className={classes.open} onClick={onOpen}>
        <PhotoImage url={url} alt={name} />
      </button>
      <div className={classes.foot}>
        {isCover ? <Badge variant="light">Cover</Badge> : <span aria-hidden>{place + 1}</span>}
        <TileMenu {...props} />
      </div>
    </li>
  );
}
