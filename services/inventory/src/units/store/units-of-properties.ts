import type { Records } from '@plotline/kit/store/records/records';
import type { Unit } from '../model/unit.js';

/** Numbers or names of units to find in properties. There are several properties if they share a name. */
export interface WantedUnits {
  readonly propertyIds: readonly string[];
  readonly texts: readonly string[];
}

/** Maximum units that one query for all groups may match. */
const defaultMaxUnits = 2_000;
/**
 * Maximum units for each text in a query for one group. A text may be the number of one unit and the name of other
 * units.
 */
const maxOfGroup = 4;
/** Maximum units for each text. Two are enough to know that the text is ambiguous. */
const maxOfText = 2;

type Find = (propertyIds: readonly string[], condition: object, limit: number) => Promise<readonly Unit[]>;

function matchTexts(texts: readonly string[]) {
  return { $or: [{ unit_number: { $in: [...texts] } }, { name: { $in: [...texts] } }] };
}

/** Finds up to two units for each text: the units with that number or, if there are none, the units with that name. */
async function findByEachText(find: Find, { propertyIds, texts }: WantedUnits): Promise<readonly Unit[]> {
  const found: Unit[] = [];
  for (const text of texts) {
    const numbered = await find(propertyIds, { unit_number: text }, maxOfText);
    found.push(...(numbered.length > 0 ? numbered : await find(propertyIds, { name: text }, maxOfText)));
  }
  return found;
}

/**
 * Finds the units that the texts refer to in their properties, and possibly other units in these properties. Finds at
 * least two units for a text that many units have. Makes one query for all groups. If that query reaches `maxUnits`,
 * makes one query for each group. If a group matches too many units, makes one query for each of its texts.
 */
export async function findUnitsOfProperties(
  records: Pick<Records<Unit>, 'find'>,
  wanted: readonly WantedUnits[],
  maxUnits = defaultMaxUnits,
): Promise<readonly Unit[]> {
  const find: Find = (propertyIds, condition, limit) => {
    const filter = { property_id: { $in: [...propertyIds] }, ...condition };
    return records.find(filter, { hint: 'property', sort: { _id: 1 }, limit });
  };
  const propertyIds = new Set(wanted.flatMap((group) => group.propertyIds));
  if (propertyIds.size === 0) return [];
  const texts = new Set(wanted.flatMap((group) => group.texts));
  const some = await find([...propertyIds], matchTexts([...texts]), maxUnits);
  if (some.length < maxUnits) return some;
  const found: Unit[] = [];
  for (const group of wanted) {
    const limit = group.texts.length * maxOfGroup;
    const ofGroup = await find(group.propertyIds, matchTexts(group.texts), limit);
    found.push(...(ofGroup.length < limit ? ofGroup : await findByEachText(find, group)));
  }
  return found;
}
