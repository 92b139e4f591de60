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

/** One of two compared sides that do the same work. */
export interface ComparedSide {
  readonly name: string;
  /** Returns whether a program works for this side. Takes the program's name in the processor times. */
  owns(program: string): boolean;
}

export interface Answered {
  readonly answered: number;
  readonly seconds: number;
}

export interface Comparison<Side extends ComparedSide> {
  readonly name: string;
  readonly sides: readonly [Side, Side];
  /** Ratio of the first side's answers per second to the second side's. */
  readonly wanted: Wanted;
  /** Runs a side for a number of seconds. Throws an error when a request failed. */
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
  /** Processor time of the side's programs. Includes background work that the requests caused, but not idle use. */
  readonly times: ProcessorTimes;
  /** Seconds between the last answer and the end of the background work. */
  readonly lag: number;
}

const rounds = 5;
/**
 * Seconds of the warm-up. Node compiles most of the code in this time. After 80 s of creating records, its compilers
 * still use a tenth of the machine, and after three minutes a hundredth.
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

/** Prints the medians, minimum and maximum of five alternating rounds, after a warm-up round. */
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
