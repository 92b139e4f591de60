import { Text, type TextProps } from '@mantine/core';
import { describeError } from '../../api/problem.js';

interface ProblemTextProps extends Pick<TextProps, 'mt' | 'size'> {
  /** Error of a request. Null or undefined if there is none. */
  readonly error?: unknown;
  /** Text that is shown instead of the error. */
  readonly problem?: string | undefined;
}

/** Shows why an action failed, and announces it to screen readers. Renders nothing without a problem. */
export function ProblemText({ error, problem, mt, size = 'sm' }: ProblemTextProps) {
  const text = problem ?? (error ? describeError(error) : undefined);
  if (text === undefined) return null;
  return (
    <Text mt={mt} c="var(--mantine-color-error)" size={size} role="alert">
      {text}
    </Text>
  );
}
