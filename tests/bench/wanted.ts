/** Goal for a figure. */
export type Wanted = { readonly atLeast: number } | { readonly atMost: number };

/** Formats the goal as `wanted at least 1.2`. Puts a mark before it if the figure misses the goal or doesn't exist. */
export function compareWithWanted(seen: number, wanted: Wanted): string {
  if ('atLeast' in wanted) return `${seen >= wanted.atLeast ? '' : 'UNDER: '}wanted at least ${wanted.atLeast}`;
  return `${seen <= wanted.atMost ? '' : 'OVER: '}wanted at most ${wanted.atMost}`;
}
