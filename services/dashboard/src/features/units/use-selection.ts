import { useState } from 'react';

/** Records selected for a bulk change. */
export interface Selection {
  readonly ids: ReadonlySet<string>;
  readonly toggle: (ids: readonly string[], isSelected: boolean) => void;
  readonly clear: () => void;
}

export function useSelection(): Selection {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const toggle = (some: readonly string[], isSelected: boolean) =>
    setIds((before) => {
      const after = new Set(before);
      for (const id of some) {
        if (isSelected) after.add(id);
        else after.delete(id);
      }
      return after;
    });
  return { ids, toggle, clear: () => setIds(new Set()) };
}

/** Returns the state of a checkbox for several records. */
export function getChecked({ ids }: Selection, some: readonly string[]): { checked: boolean; indeterminate: boolean } {
  const count = some.filter((id) => ids.has(id)).length;
  return { checked: count > 0 && count === some.length, indeterminate: count > 0 && count < some.length };
}
