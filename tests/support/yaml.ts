import { CORE_SCHEMA, loadAll, mergeTag } from 'js-yaml';

/** Compose files share settings between containers by merge keys. */
const options = { schema: CORE_SCHEMA.withTags(mergeTag) };

/** Reads all documents of a YAML text, with their anchors and merge keys resolved. */
export const parseAllYaml = (text: string) => JSON.parse(JSON.stringify(loadAll(text, options)));

/** Reads a YAML text of one document; null when it has none. */
export const parseYaml = (text: string) => parseAllYaml(text)[0] ?? null;
