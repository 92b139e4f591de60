import { useDebouncedCallback } from '@mantine/hooks';
import { type ReactNode, useEffect, useState } from 'react';

const pauseMs = 300;

interface DebouncedFieldProps {
  readonly value: string;
  /** Called when typing pauses. */
  readonly onPause: (value: string) => void;
  readonly children: (value: string, change: (value: string) => void) => ReactNode;
}

/** A field whose value is used when typing pauses, and follows what the address says. */
export function DebouncedField({ value, onPause, children }: DebouncedFieldProps) {
  const [typed, setTyped] = useState(value);
  const report = useDebouncedCallback(onPause, pauseMs);
  useEffect(() => setTyped(value), [value]);
  const change = (next: string) => {
    setTyped(next);
    if (next !== value) report(next);
  };
  return children(typed, change);
}
