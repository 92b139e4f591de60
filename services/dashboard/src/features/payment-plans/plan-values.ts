import type { Due, PaymentPlan, PlannedInstalment } from './plan-queries.js';

export const dueChoices = [
  { value: 'sale', label: 'After the sale' },
  { value: 'date', label: 'On a day' },
  { value: 'milestone', label: 'After a milestone' },
  { value: 'completion', label: 'After completion' },
] as const satisfies readonly { readonly value: Due['on']; readonly label: string }[];

/** One line of the form. Keeps the values that the person entered for other kinds of due dates. */
export interface InstalmentValues {
  /** Distinguishes the lines when some are removed. */
  key: number;
  label: string;
  percent: number | string;
  on: Due['on'];
  days: number | string;
  date: string;
  milestone: string;
}

export interface PlanValues extends Record<string, unknown> {
  name: string;
  instalments: InstalmentValues[];
}

/** Maximum number of instalments in a plan. */
export const maxInstalments = 60;
const maxDays = 3_650;
/** Units in one percent. The API accepts percentages with up to 4 decimal places, so sums in this unit are exact. */
const parts = 10_000;

export const newInstalment = (key: number): InstalmentValues => ({
  key,
  label: '',
  percent: '',
  on: 'sale',
  days: 0,
  date: '',
  milestone: '',
});

/** Returns an initial plan with the two instalments that most plans have. */
export const newPlan = (): PlanValues => ({
  name: '',
  instalments: [
    { ...newInstalment(0), label: 'On signing', percent: 20, days: 14 },
    { ...newInstalment(1), label: 'On completion', percent: 80, on: 'completion' },
  ],
});

export function toPlanValues({ name, instalments }: Pick<PaymentPlan, 'name' | 'instalments'>): PlanValues {
  return {
    name,
    instalments: instalments.map(({ label, percent, due }, key) => ({
      key,
      label,
      percent,
      on: due.on,
      days: due.days ?? 0,
      date: due.date ?? '',
      milestone: due.milestone ?? '',
    })),
  };
}

function toDue({ on, days, date, milestone }: InstalmentValues): Due {
  if (on === 'date') return { on, date };
  return on === 'milestone' ? { on, milestone: milestone.trim(), days: Number(days) } : { on, days: Number(days) };
}

export function toPlanBody({ name, instalments }: PlanValues): { name: string; instalments: PlannedInstalment[] } {
  return {
    name: name.trim(),
    instalments: instalments.map((one) => ({
      label: one.label.trim(),
      percent: Number(one.percent),
      due: toDue(one),
    })),
  };
}

/** Adds up the percentages of a plan without the rounding errors of binary fractions. */
export function sumPercents(instalments: readonly Pick<InstalmentValues, 'percent'>[]): number {
  return instalments.reduce((sum, { percent }) => sum + Math.round(Number(percent) * parts), 0) / parts;
}

function findDueFault({ on, days, date, milestone }: InstalmentValues): Record<string, string> {
  if (on === 'date') return date === '' ? { date: 'Enter a day.' } : {};
  const isCount = days !== '' && Number.isInteger(Number(days)) && Number(days) >= 0 && Number(days) <= maxDays;
  return {
    ...(on === 'milestone' && milestone.trim() === '' ? { milestone: 'Enter a milestone.' } : {}),
    ...(isCount ? {} : { days: 'Enter whole days, from 0 to 3,650.' }),
  };
}

function findInstalmentFaults(instalment: InstalmentValues): Record<string, string> {
  return {
    ...(instalment.label.trim() === '' ? { label: 'Enter a name.' } : {}),
    ...(Number(instalment.percent) > 0 ? {} : { percent: 'Enter more than 0.' }),
    ...findDueFault(instalment),
  };
}

/** Returns the errors of a plan, by the path of their field. An error of `instalments` is about the plan as a whole. */
export function findPlanFaults({ name, instalments }: PlanValues): Record<string, string> {
  const ofLines = instalments.flatMap((one, index) =>
    Object.entries(findInstalmentFaults(one)).map(([field, fault]) => [`instalments.${index}.${field}`, fault]),
  );
  const sum = sumPercents(instalments);
  return {
    ...(name.trim() === '' ? { name: 'Enter a name.' } : {}),
    ...Object.fromEntries(ofLines),
    ...(sum === 100 ? {} : { instalments: `The shares must add up to 100%. They add up to ${sum}%.` }),
  };
}
