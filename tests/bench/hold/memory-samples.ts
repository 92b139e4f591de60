import type { ProgramMemory } from '../growth/memory.js';
import { percentile } from '../percentile.js';

/** Memory of a program's largest process, without shared memory, in MB. */
export interface MemoryTrend {
  readonly name: string;
  /** Median of the second fifth of the samples, after the warm-up. */
  readonly early: number;
  /** Median of the last fifth of the samples. */
  readonly late: number;
  readonly isFlat: boolean;
}

/** Smaller changes are within the noise of garbage collection. */
const maxRatio = 1.25;
const maxGrowthMb = 32;

/** Compares samples taken at a steady pace. Uses medians, because memory varies with each garbage collection. */
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
