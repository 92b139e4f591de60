import { useEffect, useState } from 'react';
import { formatDateTime } from '../../ui/format/format-date.js';
import { describeTimeLeft, findNextTick } from './time-left.js';

/** Counts down to the end of a hold. */
export function Countdown({ expiresAt }: { readonly expiresAt: string }) {
  const end = new Date(expiresAt).getTime();
  const [now, setNow] = useState(() => Date.now());
  const left = end - now;
  useEffect(() => {
    if (left <= 0) return undefined;
    const timer = setTimeout(() => setNow(Date.now()), findNextTick(left));
    return () => clearTimeout(timer);
  }, [left]);
  return (
    <time dateTime={expiresAt} title={formatDateTime(expiresAt)}>
      {describeTimeLeft(left)}
    </time>
  );
}
