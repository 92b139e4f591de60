// Brings a local copy of leads, units, properties and agents up to date, and then exits. Run it again and again.
// Environment: PLOTLINE_URL, PLOTLINE_KEY, SYNC_JOURNAL (the copy, as a journal), SYNC_COPY (the copy, as JSON, written
// at the end).
import { writeFile } from 'node:fs/promises';
import { env, stdout } from 'node:process';
import { createClient } from '../client/client.mjs';
import { Copy, fields } from './copy.mjs';
import { openJournal } from './journal.mjs';

const types =
  'lead.created,lead.updated,lead.deleted,unit.created,unit.updated,unit.deleted,property.created,property.updated,property.deleted,agent.created,agent.deactivated';
const marginMs = 120_000;

// Lists return part of a record unless `fields` requests more.
const fieldsOf = (of) => fields[of].join();

const client = createClient(env.PLOTLINE_URL, env.PLOTLINE_KEY);
const copy = new Copy();
const journal = openJournal(env.SYNC_JOURNAL, (entry) => copy.apply(entry));
const pages = { walk: 0, events: 0, agents: 0 };

function record(entry) {
  journal.append(entry);
  copy.apply(entry);
}

async function begin() {
  const { meta } = await client.read('/v1/events?after=latest');
  record({ kind: 'begin', cursor: meta.next_cursor });
}

async function walk() {
  for (;;) {
    const [of] = copy.unwalked;
    if (of === undefined) return;
    const query = new URLSearchParams({ fields: fieldsOf(of), per_page: '100', cursor: copy.walkCursor });
    const { data, meta } = await client.read(`/v1/${of}?${query}`);
    pages.walk += 1;
    record({ kind: 'walk', of, records: data, next: meta.next_cursor });
  }
}

/** Resolves to whether the log was complete. After a gap, the copy starts again from the beginning. */
async function follow() {
  for (;;) {
    const query = new URLSearchParams({ after: copy.cursor, types, per_page: '100' });
    const { data, meta } = await client.read(`/v1/events?${query}`);
    if (meta.has_gap) return false;
    pages.events += 1;
    if (data.length > 0 || meta.next_cursor !== copy.cursor) {
      record({ kind: 'events', events: data, cursor: meta.next_cursor });
    }
    if (!meta.has_more) return true;
  }
}

/** Lists agents by the time of their last change, because changing an agent causes no event. */
async function refreshAgents() {
  const latest = copy.latestAgentChange();
  const after = latest === undefined ? {} : { updated_after: new Date(Date.parse(latest) - marginMs).toISOString() };
  let cursor = '';
  do {
    const query = new URLSearchParams({
      fields: fieldsOf('agents'),
      sort: 'updated_at',
      order: 'asc',
      per_page: '100',
      ...after,
      cursor,
    });
    const { data, meta } = await client.read(`/v1/agents?${query}`);
    pages.agents += 1;
    const records = data.filter((agent) => copy.isNews('agents', agent));
    if (records.length > 0) record({ kind: 'agents', records });
    cursor = meta.next_cursor;
  } while (cursor !== null);
}

if (copy.cursor === undefined) await begin();
await walk();
while (!(await follow())) {
  await begin();
  await walk();
}
await refreshAgents();
await writeFile(env.SYNC_COPY, JSON.stringify(copy.toJson()));
stdout.write(`${JSON.stringify({ ...client.counts, pages, ...copy.counts })}\n`);
