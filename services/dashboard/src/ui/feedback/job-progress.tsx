import { Progress } from '@mantine/core';
import { isActiveJob } from '../../api/job-polling.js';

interface JobProgressProps {
  readonly label: string;
  readonly status: string;
  /** From 0 to 1. */
  readonly progress: number;
}

const colours: Readonly<Record<string, string>> = { completed: 'green', failed: 'red', cancelled: 'gray' };

export function JobProgress({ label, status, progress }: JobProgressProps) {
  const isActive = isActiveJob(status);
  return (
    <Progress
      value={Math.round(progress * 100)}
      color={colours[status] ?? 'brand'}
      animated={isActive}
      striped={isActive}
      aria-label={label}
    />
  );
}
