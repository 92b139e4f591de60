import {
  addTimes,
  formatTimesPerRequest,
  type ProcessorTimes,
  scaleTimes,
  subtractTimes,
  sumTimes,
} from './processor-time.js';
import { formatSpread, toSpread } from './spread.js';
import { compareWithWanted, type Wanted } from './wanted.js';

/** One of two sides that do the same work. */
export interface ComparedSide {
  readonly name: string;
  /** Returns whether a program works for this side, by its name in the processor times. */
  owns(program: string): boolean;
}

export interface Answered {
  readonly answered: number;
  readonly seconds: number;
}

export interface Comparison<Side extends ComparedSide> {
  readonly name: string;
  readonly sides: readonly [Side, Side];
  /** Ratio of the first side's answers per second to the second's. */
  readonly wanted: Wanted;
  /** Runs a side for a number of seconds. Throws when anything failed. */
  readonly ask: (side: Side, seconds: number) => Promise<Answered>;
}

export interface Instruments {
  readonly readTimes: () => Promise<ProcessorTimes>;
  /** Processor time that programs use in an idle second. */
  readonly idleTimes: ProcessorTimes;
  /** Resolves once no background work is left. */
  readonly waitUntilIdle: () => Promise<void>;
}

interface Round {
  readonly answered: number;
  readonly perSecond: number;
  /** Processor time of the side's programs, including background work that the requests caused, without idle use. */
  readonly times: ProcessorTimes;
  /** Seconds from the last answer to the end of the background work. */
  readonly lag: number;
}

const rounds = 5;
/**
 * Seconds of the warm-up, in which Node compiles most. Its compilers still use a tenth of the machine after 80 s of
 * creating, and a hundredth after three minutes.
 */
const warmUpSeconds = 30;
const roundSeconds = 3;

function printSide({ name }: ComparedSide, measured: readonly Round[]): void {
  const rates = measured.map(({ perSecond }) => perSecond);
  const requests = measured.reduce((sum, { answered }) => sum + answered, 0);
  const times = formatTimesPerRequest(addTimes(measured.map((round) => round.times)), requests);
  const lag = toSpread(measured.map((round) => round.lag)).median;
  console.log(
    `  ${name.padEnd(14)} ${formatSpread(rates, 0)}/s, idle after ${lag.toFixed(1)} s; processor time ${times}`,
  );
}

/** Prints the medians of five alternating rounds, with the minimum and maximum, after a warm-up round. */
export async function compareSides<Side extends ComparedSide>(
  { name, sides, wanted, ask }: Comparison<Side>,
  { readTimes, idleTimes, waitUntilIdle }: Instruments,
): Promise<void> {
  async function measure(side: Side, seconds: number): Promise<Round> {
    const before = await readTimes();
    const startedAt = performance.now();
    const { answered, seconds: taken } = await ask(side, seconds);
    const endedAt = performance.now();
    await waitUntilIdle();
    const lag = (performance.now() - endedAt) / 1_000;
    const used = subtractTimes(await readTimes(), before);
    const aboveIdle = subtractTimes(used, scaleTimes(idleTimes, (performance.now() - startedAt) / 1_000));
    const times = [...aboveIdle].filter(([program]) => side.owns(program));
    return { answered, perSecond: answered / taken, times: new Map(times), lag };
  }

  const [own, other] = sides;
  const measured: { readonly own: Round[]; readonly other: Round[] } = { own: [], other: [] };
  for (const side of sides) await measure(side, warmUpSeconds);
  for (let round = 0; round < rounds; round += 1) {
    const isOwnFirst = round % 2 === 0;
    if (isOwnFirst) measured.own.push(await measure(own, roundSeconds));
    measured.other.push(await measure(other, roundSeconds));
    if (!isOwnFirst) measured.own.push(await measure(own, roundSeconds));
  }
  const ratios = measured.own.map(({ perSecond }, round) => perSecond / (measured.other[round]?.perSecond ?? 0));
  const cost = (all: readonly Round[]) => toSpread(all.map(({ times, answered }) => sumTimes(times) / answered)).median;
  const costRatio = (cost(measured.other) / cost(measured.own)).toFixed(2);
  const verdict = compareWithWanted(toSpread(ratios).median, wanted);
  console.log(`${name}: ratio ${formatSpread(ratios, 2)}, ${verdict}; by processor time ${costRatio}`);
  printSide(own, measured.own);
  printSide(other, measured.other);
}
