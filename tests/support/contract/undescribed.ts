type Members = Readonly<Record<string, unknown>>;

const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Members whose entries need a description. */
const explainedHolders = new Set(['properties', 'parameters', 'responses', 'headers', 'schemas', 'tags']);

/** Members that contain data. A key inside the data may have the same name as a key of the document. */
const dataKeys = new Set(['example', 'examples', 'default', 'const', 'enum', 'required', 'security']);

const methods = new Set(['get', 'post', 'put', 'patch', 'delete']);

const escapeKey = (key: string) => key.replaceAll('~', '~0').replaceAll('/', '~1');
const unescapeKey = (key: string) => key.replaceAll('~1', '/').replaceAll('~0', '~');

const hasText = (value: unknown): boolean => typeof value === 'string' && value.trim().length > 1;

function followReference(value: Members, document: unknown): unknown {
  const reference = value['$ref'];
  if (typeof reference !== 'string') return undefined;
  const keys = reference.slice(2).split('/').map(unescapeKey);
  return keys.reduce<unknown>((holder, key) => (isMembers(holder) ? holder[key] : undefined), document);
}

/** Returns whether a value has a description or refers to a component that has one. */
function isDescribed(value: Members, document: unknown): boolean {
  const target = followReference(value, document);
  return hasText(value['description']) || (isMembers(target) && hasText(target['description']));
}

/** Members of a value by their places in the document. */
function listMembers(value: unknown, place: string): [key: string, member: unknown, place: string][] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).map(([key, member]) => [key, member, `${place}/${escapeKey(key)}`]);
}

const findMissingTexts = (operation: Members, place: string): string[] =>
  ['summary', 'description'].filter((word) => !hasText(operation[word])).map((word) => `${place}/${word}`);

function findUnexplained(holder: unknown, place: string, document: unknown): string[] {
  return listMembers(holder, place)
    .filter(([, member]) => isMembers(member) && !isDescribed(member, document))
    .map(([, , memberPlace]) => memberPlace);
}

/**
 * Visits all values in a document. `isNamed` means that the value's keys are free names, such as names of properties.
 */
function walk(value: unknown, place: string, isNamed: boolean, document: unknown): string[] {
  return listMembers(value, place).flatMap(([key, member, memberPlace]) => {
    if (isNamed) return walk(member, memberPlace, false, document);
    if (dataKeys.has(key)) return [];
    const isHolder = explainedHolders.has(key);
    return [
      ...(methods.has(key) && isMembers(member) ? findMissingTexts(member, memberPlace) : []),
      ...(isHolder ? findUnexplained(member, memberPlace, document) : []),
      ...walk(member, memberPlace, isHolder || key === 'paths' || key === 'webhooks', document),
    ];
  });
}

/**
 * Returns the fields, parameters, headers, responses, schemas, tags, operations and events without a description in an
 * OpenAPI document.
 */
export function findUndescribed(document: unknown): string[] {
  return walk(document, '', false, document);
}
