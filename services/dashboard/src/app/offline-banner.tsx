import { useNetwork } from '@mantine/hooks';
import classes from './shell.module.css';

export function OfflineBanner() {
  const { online } = useNetwork();
  if (online) return null;
  return (
    <div className={classes.offline} role="status">
      You are offline. What you see may be out of date, and changes cannot be saved.
    </div>
  );
}
