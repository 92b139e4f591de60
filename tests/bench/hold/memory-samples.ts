import type { ProgramMemory } from '../growth/memory.js';
import { percentile } from '../percentile.js';

/** What the largest process of a program held, without what processes share, in MB. */
export interface MemoryTrend {
  readonly name: string;
  /** In the second fifth of the time, when everything was warm. */
  readonly early: number;
  /** In the last fifth. */
  readonly late: number;
  readonly isFlat: boolean;
}

/** Smaller changes are within what a garbage collector leaves. */
const maxRatio = 1.25;
const maxGrowthMb = 32;

/** Compares samples that were taken at a steady pace; medians, as memory goes up and down with each collection. */
export function findTrends(samples: readonly (readonly ProgramMemory[])[]): MemoryTrend[] {
  const medianOf = (name: string, from: number, to: number) =>
    percentile(
      samples
        .slice(Math.floor(samples.length * from), Math.ceil(samples.length * to))
        .flatMap((programs) => programs.filter((program) => program.name === name).map(({ largest }) => largest)),
      0.5,
    );
  return (samples.at(-1) ?? []).map(({ name }) => {
    const [early, late] = [medianOf(name, 0.2, 0.4), medianOf(name, 0.8, 1)];
    return { name, early, late, isFlat: !(late > early * maxRatio && late - early >= maxGrowthMb) };
  });
}
