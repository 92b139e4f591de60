import type { DrawerProps } from '@mantine/core';
import classes from './bottom-sheet.module.css';
import { DrawerDialog } from './dialog.js';

const classNames = { content: classes.content };

/** Dialog that slides in from the bottom of a phone and is as high as its content. */
export function BottomSheet(props: Omit<DrawerProps, 'position' | 'size' | 'classNames'>) {
  return <DrawerDialog {...props} position="bottom" classNames={classNames} />;
}
