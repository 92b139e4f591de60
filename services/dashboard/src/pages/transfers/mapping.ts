/** The field of each column; an empty text for one that is left out. */
export type Mapping = Readonly<Record<string, string>>;

/** What is wrong with a mapping before it is sent; undefined when it can be. */
export function findMappingFault(mapping: Mapping, required: readonly string[]): string | undefined {
  const fields = Object.values(mapping).filter((field) => field !== '');
  if (fields.length === 0) return 'Choose a field for at least one column.';
  const twice = fields.find((field, index) => fields.indexOf(field) !== index);
  if (twice !== undefined) return `Two columns fill ${twice}. Leave one of them out.`;
  const missing = required.filter((field) => !fields.includes(field));
  if (missing.length > 0) return `No column fills ${missing.join(', ')}, which every new record needs.`;
  return undefined;
}

/** The mapping as the import takes it: columns that are left out are not in it. */
export function toMappingParameter(mapping: Mapping): string {
  return JSON.stringify(Object.fromEntries(Object.entries(mapping).filter(([, field]) => field !== '')));
}

/** A field for each column: that of an earlier import where there was one, else the guess. */
export function chooseMapping(columns: readonly string[], guess: Mapping, earlier: Mapping | undefined): Mapping {
  const isLikeEarlier = earlier !== undefined && columns.some((column) => earlier[column] !== undefined);
  const source = isLikeEarlier ? earlier : guess;
  return Object.fromEntries(columns.map((column) => [column, source[column] ?? '']));
}
