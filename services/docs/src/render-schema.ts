import { readList, readRecord, readText } from '@plotline/gateway/contract/json';
import { isJsonObject } from '@plotline/kit/core/json-object';
import { type Html, html } from '@plotline/kit/http/html';
import { type Components, readReference } from './components.js';
import { describeBounds, describeType } from './describe-schema.js';
import type { Markdown } from './markdown.js';

/** Objects needed to render a schema. */
export interface SchemaContext {
  readonly components: Components;
  readonly markdown: Markdown;
}

/**
 * Maximum depth of rendered fields. Only the names of deeper schemas are rendered, because a schema may contain itself.
 */
const maxDepth = 6;

interface Field {
  readonly name: string;
  readonly schema: unknown;
  readonly isRequired: boolean;
  /** Description of a parameter. Defaults to the schema's description. */
  readonly description?: string;
  readonly depth?: number;
}

/** Renders a named value: its type, its description, its rules, and its fields. */
export function renderField(field: Field, context: SchemaContext): Html {
  const { name, schema, isRequired, depth = 0 } = field;
  const { components, markdown } = context;
  const description = field.description || readText(components.flatten(schema), 'description');
  const bounds = describeBounds(schema, components);
  return html`<li>
<p class="field"><code>${name}</code> <span>${describeType(schema, components)}</span>${isRequired && html` <strong>required</strong>`}</p>
${description !== '' && markdown.render(description)}
${bounds !== '' && html`<p class="bounds">${bounds}</p>`}
${renderParts(schema, context, depth + 1)}
</li>`;
}

function listFields(value: unknown, context: SchemaContext, depth: number): Html[] {
  const schema = context.components.flatten(value);
  const required = new Set(readList(schema, 'required'));
  return Object.entries(readRecord(schema, 'properties')).map(([name, property]) =>
    renderField({ name, schema: property, isRequired: required.has(name), depth }, context),
  );
}

function renderAlternatives(alternatives: readonly unknown[], context: SchemaContext, depth: number): Html[] {
  return alternatives.flatMap((alternative) => {
    const parts = renderFields(alternative, context, depth);
    const title = readReference(alternative) ?? describeType(alternative, context.components);
    return parts ? [html`<details><summary>${title}</summary>${parts}</details>`] : [];
  });
}

/**
 * Renders the fields of an object, of an array's items, or of each alternative. Renders nothing for any other value.
 */
export function renderFields(value: unknown, context: SchemaContext, depth = 0): Html | undefined {
  if (depth > maxDepth) return undefined;
  const schema = context.components.flatten(value);
  const alternatives = [...readList(schema, 'anyOf'), ...readList(schema, 'oneOf')];
  const fields = listFields(schema, context, depth);
  const entries = fields.length > 0 ? html`<ul class="fields">${fields}</ul>` : undefined;
  const choices = renderAlternatives(alternatives, context, depth + 1);
  if (choices.length > 0) return html`${entries}${choices}`;
  return entries ?? (isJsonObject(schema['items']) ? renderFields(schema['items'], context, depth) : undefined);
}

/** Renders the fields of a nested value. Below the first two levels, the fields are collapsed. */
function renderParts(schema: unknown, context: SchemaContext, depth: number): Html | undefined {
  const parts = renderFields(schema, context, depth);
  if (!parts || depth <= 1) return parts;
  return html`<details><summary>Fields</summary>${parts}</details>`;
}
