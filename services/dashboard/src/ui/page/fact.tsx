import type { ReactNode } from 'react';
import classes from './fact.module.css';

/** A label with its value. Must be inside a `dl`. */
export function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt className={classes.label}>{label}</dt>
      <dd className={classes.value}>{children}</dd>
    </div>
  );
}
