import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import IconAdjustmentsHorizontal from '@tabler/icons-react/icons/IconAdjustmentsHorizontal';
import type { ReactNode } from 'react';
import { BottomSheet } from '../dialogs/bottom-sheet.js';
import classes from './filter-bar.module.css';

interface FilterSheetProps {
  /** Number of filters that are set. */
  readonly count: number;
  readonly children: ReactNode;
}

/** A button that opens the filters in a sheet from the bottom of a phone. */
export function FilterSheet({ count, children }: FilterSheetProps) {
  const [isOpen, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconAdjustmentsHorizontal size={18} aria-hidden />}
        aria-haspopup="dialog"
        onClick={open}
      >
        {count === 0 ? 'Filters' : `Filters (${count})`}
      </Button>
      <BottomSheet opened={isOpen} onClose={close} title="Filters">
        <div className={classes.sheet}>
          {children}
          <Button className={classes.show} onClick={close}>
            Show results
          </Button>
        </div>
      </BottomSheet>
    </>
  );
}
