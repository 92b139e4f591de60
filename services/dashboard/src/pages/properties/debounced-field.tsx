import { useDebouncedCallback } from '@mantine/hooks';
import { type ReactNode, useEffect, useState } from 'react';

const pauseMs = 300;

interface DebouncedFieldProps {
  readonly value: string;
  /** Called when typing pauses. */
  readonly onSettle: (value: string) => void;
  readonly children: (value: string, change: (value: string) => void) => ReactNode;
}

/** A field whose value is used when typing pauses, and follows what the address says. */
export function DebouncedField({ value, onSettle, children }: DebouncedFieldProps) {
  const [typed, setTyped] = useState(value);
  const settle = useDebouncedCallback(onSettle, pauseMs);
  useEffect(() => setTyped(value), [value]);
  const change = (next: string) => {
    setTyped(next);
    if (next !== value) settle(next);
  };
  return children(typed, change);
}
