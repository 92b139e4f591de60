import { CORE_SCHEMA, loadAll, mergeTag } from 'js-yaml';

/** Containers in Compose files share settings through merge keys. */
const options = { schema: CORE_SCHEMA.withTags(mergeTag) };

/** Reads all documents in a YAML text, with their anchors and merge keys resolved. */
export const parseAllYaml = (text: string) => JSON.parse(JSON.stringify(loadAll(text, options)));

/** Reads a YAML text with one document. Null if it has none. */
export const parseYaml = (text: string) => parseAllYaml(text)[0] ?? null;
