import type { Import } from './import-queries.js';

type Undo = NonNullable<Import['undo']>;

const nouns: Readonly<Record<Import['resource'], readonly [one: string, many: string]>> = {
  leads: ['lead', 'leads'],
  units: ['unit', 'units'],
  properties: ['property', 'properties'],
};

/** Describes a number of records, such as `1 lead`. */
function countRecords(count: number, resource: Import['resource']): string {
  const [one, many] = nouns[resource];
  return count === 1 ? `1 ${one}` : `${count} ${many}`;
}

/** Describes what happens if the import is undone. */
export function explainUndo({ resource, rows }: Pick<Import, 'resource' | 'rows'>): readonly string[] {
  const [, many] = nouns[resource];
  const created = `We remove the ${countRecords(rows.created, resource)} that this import created.`;
  const kept =
    resource === 'properties'
      ? 'Properties that someone has changed since stay, and so do properties with units. To remove these too, undo the import of their units first.'
      : `Those that someone has changed since stay, and so do ${many} with a deal.`;
  const updated = rows.updated === 0 ? [] : [`Existing ${many} that the import updated keep their new values.`];
  return [created, kept, ...updated, "This can't be undone."];
}

/** Describes the state or the outcome of an undo. Returns null before someone has requested the undo. */
export function describeUndo({ resource, undo }: Pick<Import, 'resource' | 'undo'>): string | null {
  if (!undo || undo.status === 'available') return null;
  if (undo.status === 'queued') return 'The undo is waiting to start.';
  if (undo.status === 'running') return 'Undoing the import.';
  const removed = `${countRecords(undo.removed, resource)} ${undo.removed === 1 ? 'was' : 'were'} removed`;
  if (undo.status === 'completed') return `The import was undone. ${removed}.`;
  return `The undo stopped after ${removed}. ${undo.error?.message ?? ''}`.trim();
}

const reasons = ['changed', 'has_deal', 'has_units', 'merged'] as const;

function explainReason(reason: (typeof reasons)[number], isOne: boolean): string {
  const [it, has] = isOne ? ['it', 'has'] : ['they', 'have'];
  if (reason === 'changed') return `someone has changed ${isOne ? 'it' : 'them'} since`;
  if (reason === 'has_deal') return `${it} ${has} a deal`;
  if (reason === 'has_units') return `${it} ${has} units`;
  return `another lead was merged with ${isOne ? 'it' : 'them'}`;
}

/** Lists which records were kept, and why. */
export function listKept(resource: Import['resource'], { kept }: Pick<Undo, 'kept'>): readonly string[] {
  const stayed = reasons
    .filter((reason) => kept[reason] > 0)
    .map((reason) => {
      const isOne = kept[reason] === 1;
      return `${countRecords(kept[reason], resource)} ${isOne ? 'stays' : 'stay'} because ${explainReason(reason, isOne)}.`;
    });
  const deleted =
    kept.deleted === 0
      ? []
      : [`${countRecords(kept.deleted, resource)} ${kept.deleted === 1 ? 'was' : 'were'} deleted before the undo.`];
  const updated =
    kept.updated === 0
      ? []
      : [
          `${kept.updated === 1 ? '1 row' : `${kept.updated} rows`} of the import updated records, which keep the new values.`,
        ];
  return [...stayed, ...deleted, ...updated];
}
