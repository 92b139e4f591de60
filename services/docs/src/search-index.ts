import { readList, readRecord, readText } from '@plotline/gateway/contract/json';
import { placeholderAddresses } from '@plotline/gateway/contract/placeholder-addresses';
import type { JsonObject } from '@plotline/kit/core/json-object';
import type { Components } from './components.js';
import { type Contents, getEventPath, getGuidePath, getOperationPath } from './navigation.js';
import type { Operation } from './operation.js';

/** Entry of a page in the search index. */
interface Entry {
  readonly path: string;
  readonly title: string;
  readonly kind: string;
  /** Text below the title. */
  readonly summary: string;
  /** Distinct words of the page. */
  readonly words: string;
}

const maxDepth = 8;
const summaryLength = 160;

/** Collects the names and descriptions of a schema and of everything that it refers to. */
function collectTexts(value: unknown, components: Components, depth = 0): string[] {
  if (depth > maxDepth) return [];
  const schema = components.flatten(value);
  const properties = Object.entries(readRecord(schema, 'properties'));
  const parts = [
    ...readList(schema, 'anyOf'),
    ...readList(schema, 'oneOf'),
    ...(schema['items'] ? [schema['items']] : []),
  ];
  return [
    readText(schema, 'description'),
    ...readList(schema, 'enum').map(String),
    ...properties.flatMap(([name, property]) => [name, ...collectTexts(property, components, depth + 1)]),
    ...parts.flatMap((part) => collectTexts(part, components, depth + 1)),
  ];
}

const toWords = (texts: readonly string[]) =>
  [
    ...new Set(
      texts
        .join(' ')
        .toLowerCase()
        .match(/[a-z0-9_]{2,}/g) ?? [],
    ),
  ].join(' ');

const addresses: readonly string[] = Object.values(placeholderAddresses);

/** Removes addresses, because they differ between gateways and nobody searches for them. */
const withoutAddresses = (text: string) => addresses.reduce((rest, address) => rest.replaceAll(address, ' '), text);

/** Returns the start of a guide. Ends before an address instead of cutting it. */
function summarize(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  const cut = addresses
    .map((address) => ({ start: line.lastIndexOf(address, summaryLength - 1), length: address.length }))
    .filter(({ start, length }) => start >= 0 && start + length > summaryLength);
  return line.slice(0, Math.min(summaryLength, ...cut.map(({ start }) => start)));
}

function createOperationEntry(operation: Operation, components: Components): Entry {
  const { id, method, path, summary, description, parameters, body, answers } = operation;
  const texts = [
    ...parameters.flatMap(({ name, description, schema }) => [name, description, ...collectTexts(schema, components)]),
    ...collectTexts(body?.schema, components),
    ...answers
      .filter(({ status }) => status.startsWith('2'))
      .flatMap((one) => collectTexts(one.body?.schema, components)),
    ...answers.map((answer) => answer.description),
  ];
  return {
    path: getOperationPath(id),
    title: summary,
    kind: `${method.toUpperCase()} ${path}`,
    summary: description.slice(0, summaryLength),
    words: toWords([id, path, description, ...texts]),
  };
}

/** Builds the entries of the search index. The search runs in the reader's browser. */
export function createSearchIndex(contents: Contents, webhooks: JsonObject, components: Components): Entry[] {
  const guides = contents.guides.map(({ name, title, text }) => ({
    path: getGuidePath(name),
    title,
    kind: 'Guide',
    summary: summarize(text),
    words: toWords([withoutAddresses(text)]),
  }));
  const events = contents.events.map((name) => {
    const description = readText(readRecord(readRecord(webhooks, name), 'post'), 'description');
    return {
      path: getEventPath(name),
      title: name,
      kind: 'Event',
      summary: description,
      words: toWords([description]),
    };
  });
  return [...guides, ...contents.operations.map((one) => createOperationEntry(one, components)), ...events];
}
