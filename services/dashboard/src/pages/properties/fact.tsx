import type { ReactNode } from 'react';
import classes from './fact.module.css';

/** A name and its value, in a `dl`. */
export function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt className={classes.label}>{label}</dt>
      <dd className={classes.value}>{children}</dd>
    </div>
  );
}
