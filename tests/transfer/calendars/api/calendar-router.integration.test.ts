import type { RecordReader } from '@plotline/transfer/peers/record-reader';
import { expect } from 'chai';
import { useFixture } from '../../../support/use-fixture.js';
import { follow } from '../../support/finished-export.js';
import { startTransferService } from '../../support/transfer-service.js';

const task = {
  ...{ id: 'task_1', title: 'Call, ask; about\nparking', type: 'call', due_at: '2026-12-08T09:30:00.000Z' },
  ...{ notes: 'The garden. '.repeat(20), lead_id: 'lead_1', lead_name: 'Zoë Silva', lead_email: 'zoe@example.com' },
  ...{ created_at: '2026-11-01T09:30:00.000Z', updated_at: '2026-11-02T09:30:00.000Z' },
};

const person = { type: 'user', id: 'user_1', name: 'Amira', role: 'agent', agentId: 'agent_amira' } as const;

describe('the calendar of tasks', () => {
  const queries: string[] = [];
  let hasAccess = true;
  const recordReader: RecordReader = {
    count: async () => 1,
    readPage: async (_caller, { query }) => {
      queries.push(query);
      return { records: [JSON.stringify(task)], next: '', snapshot: '', total: 1 };
    },
  };
  const transfer = useFixture(() =>
    startTransferService({ recordReader, access: { mayHaveFile: async () => hasAccess } }),
  );
  const call = (method: string, options = {}) => transfer().request(method, '/v1/tasks/calendar', options);

  async function newCalendar(as: object): Promise<string> {
    const { status, body } = await call('POST', { as });
    expect(status).to.equal(201);
    return body.url;
  }

  it("contains the person's open tasks as events, in lines of at most 75 bytes that end with CRLF", async () => {
    const url = await newCalendar({ actor: person });
    expect(url).to.match(/^https:\/\/auth\.example\.com\/calendars\/cal_live_[0-9A-Za-z]{36}\.ics$/);
    const response = await follow(transfer(), url);
    expect(response.headers.get('content-type')).to.equal('text/calendar; charset=utf-8');
    const text = await response.text();
    const lines = text.split('\r\n');
    expect(lines.every((line) => !line.includes('\n') && Buffer.byteLength(line) <= 75)).to.equal(true);
    const unfolded = text.replaceAll(/\r\n[ \t]/g, '').split('\r\n');
    expect(unfolded).to.include.members([
      ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'BEGIN:VEVENT', 'UID:task_1@plotline', 'DTSTAMP:20261102T093000Z'],
      ...['DTSTART:20261208T093000Z', 'DTEND:20261208T100000Z'],
      'SUMMARY:Call\\, ask\\; about\\nparking: Zoë Silva',
    ]);
    expect(new URLSearchParams(queries.at(-1)).get('agent_id')).to.equal('agent_amira');
    expect(new URLSearchParams(queries.at(-1)).get('done')).to.equal('false');
  });

  it('contains the tasks of all agents for a key', async () => {
    await follow(transfer(), await newCalendar({ workspaceId: 'ws_key' }));
    expect(new URLSearchParams(queries.at(-1)).has('agent_id')).to.equal(false);
  });

  it('answers 304 to its ETag while the tasks are unchanged', async () => {
    const url = await newCalendar({ workspaceId: 'ws_tag' });
    const etag = (await follow(transfer(), url)).headers.get('etag') ?? '';
    const known = await follow(transfer(), url, { headers: { 'if-none-match': etag } });
    expect(known.status).to.equal(304);
  });

  it('loses its previous address when it gets a new one, and its last address when it is deleted', async () => {
    const as = { workspaceId: 'ws_rotated' };
    const former = await newCalendar(as);
    const latest = await newCalendar(as);
    expect((await follow(transfer(), former)).status).to.equal(404);
    expect((await follow(transfer(), latest)).status).to.equal(200);
    expect((await call('GET', { as })).body).to.deep.include({ url: null, token_last4: latest.slice(-8, -4) });
    expect((await call('DELETE', { as })).status).to.equal(204);
    expect((await follow(transfer(), latest)).status).to.equal(404);
    expect((await call('GET', { as })).status).to.equal(404);
    expect((await call('DELETE', { as })).status).to.equal(404);
  });

  it('stores only a hash of its token', async () => {
    const url = await newCalendar({ workspaceId: 'ws_hash' });
    const token = url.slice(url.lastIndexOf('/') + 1, -'.ics'.length);
    const { live } = transfer().runtime.databases;
    for (const name of ['task_calendars', 'journal']) {
      expect(JSON.stringify(await live.collection(name).find({}).toArray()), name).to.not.include(token);
    }
  });

  it('is not found for a person or key without access, or at other addresses', async () => {
    const url = await newCalendar({ workspaceId: 'ws_lost' });
    hasAccess = false;
    expect((await follow(transfer(), url)).status).to.equal(404);
    hasAccess = true;
    for (const other of [url.replace('.ics', '.xml'), url.replace('.ics', ''), url.replace('cal_live_', 'cal_test_')]) {
      expect((await follow(transfer(), other)).status, other).to.equal(404);
    }
  });
});
