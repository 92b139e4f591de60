import { escapeFor, shorten } from './chat-escape.js';
import { eventSamples, getGroup } from './event-samples.js';
import type { ChatKind } from './integration.js';
import { getValue, hasLooseBraces, listPlaceholders, renderTemplate } from './template.js';

const defaultTemplate = '{{title}}: {{subject}}';

/** Maximum length of a message. Chats accept longer text, but nobody reads it. */
const maxLength = 3_000;

/** Event as it was published. */
export interface PublishedEvent {
  readonly event: string;
  readonly timestamp: unknown;
  readonly data: object;
}

/** Placeholders that every event has. */
const commonNames = ['event', 'title', 'subject', 'timestamp'];

/** Returns a title such as `Lead stage changed` for `lead.stage_changed`. */
export function toTitle(event: string): string {
  const words = event.replaceAll(/[._]/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Returns the name of the record. Returns its id if it has no name or an erasure removed the name. */
export function toSubject(data: object): string {
  const found = ['name', 'number', 'entry.content', 'lead.name', 'id', 'lead_id'].map((path) => getValue(data, path));
  return String(found.find((value) => typeof value === 'string' && value !== '') ?? '');
}

/** Returns the groups of the subscribed events. */
function listGroups(events: readonly string[]): string[] {
  const all = Object.keys(eventSamples);
  return events.includes('*') ? all : [...new Set(events.map(getGroup))];
}

function isKnown(name: string, groups: readonly string[]): boolean {
  if (commonNames.includes(name)) return true;
  const value = getValue(eventSamples, name);
  return groups.includes(getGroup(name)) && value !== undefined && typeof value !== 'object';
}

/** Returns the error in a template for messages about these events; null if it has none. */
export function findTemplateFault(template: string, events: readonly string[]): string | null {
  if (hasLooseBraces(template)) return 'must have a name between each {{ and }}';
  const groups = listGroups(events);
  const unknown = [...new Set(listPlaceholders(template))].filter((name) => !isKnown(name, groups));
  if (unknown.length === 0) return null;
  return `has names that none of the events has: ${unknown.map((name) => `{{${name}}}`).join(', ')}`;
}

function toText(value: unknown): string {
  // Keeps the full precision. For example, a rate of 0.0375 must not become 0.038.
  if (typeof value === 'number') return value.toLocaleString('en-US', { maximumFractionDigits: 20 });
  return typeof value === 'string' || typeof value === 'boolean' ? String(value) : '';
}

/** Renders the message of an event. Leaves out values that the event does not have. */
export function renderMessage(kind: ChatKind, template: string | null, published: PublishedEvent): string {
  const { event, timestamp, data } = published;
  const common = { event, title: toTitle(event), subject: toSubject(data), timestamp: String(timestamp) };
  // The event of a note has its lead's id under another name, and the event of a merge has the survivor in a field.
  const record = { id: getValue(data, 'lead_id'), ...data, ...Object(getValue(data, 'lead')) };
  const values = { ...common, [getGroup(event)]: record };
  const message = renderTemplate(template ?? defaultTemplate, (name) =>
    escapeFor(kind, toText(getValue(values, name))),
  );
  return shorten(message, maxLength);
}
