import { queryClient as client } from '@plotline/dashboard/api/query-client';
import { createRefresher } from '@plotline/dashboard/api/refresh-changed';
import { expect } from 'chai';

const key = ['ws_1', 'live'] as const;

function start(queryKeys: readonly (readonly unknown[])[]) {
  client.clear();
  for (const queryKey of queryKeys) client.setQueryData(queryKey, 'read');
  const waits: { readonly ms: number; readonly run: () => void }[] = [];
  const refresher = createRefresher(client, key, (ms, run) => {
    const one = { ms, run };
    waits.push(one);
    return () => void waits.splice(waits.indexOf(one), 1);
  });
  /** Runs everything that becomes due within that time. */
  const pass = (ms: number) => {
    for (const one of waits.filter((each) => each.ms <= ms)) {
      waits.splice(waits.indexOf(one), 1);
      one.run();
    }
  };
  const listStale = () =>
    client
      .getQueryCache()
      .getAll()
      .filter(({ state }) => state.isInvalidated)
      .map(({ queryKey }) => queryKey.slice(2).join(' '));
  return { waits, pass, listStale, ...refresher };
}

const lead = (id: string | null) => ({ type: 'lead.updated', resource: 'leads', id });

describe('the refresh of changed queries', () => {
  const board = [...key, 'leads', 'board'];
  const pages = [board, [...key, 'leads', 'lead_1', 'activity'], [...key, 'leads', 'lead_2'], [...key, 'deals']];

  it("refreshes lists of the changed kind and the record's page, in the same workspace and mode", () => {
    const others = [
      ['ws_1', 'sandbox', 'leads'],
      ['ws_2', 'live', 'leads'],
    ];
    const { onChanges, pass, listStale } = start([...pages, ...others]);
    onChanges([lead('lead_1')]);
    expect(listStale()).to.deep.equal([]);
    pass(250);
    expect(listStale()).to.deep.equal(['leads board', 'leads lead_1 activity']);
  });

  it('refreshes the pages of all records of a kind when a change has no id', () => {
    const { onChanges, pass, listStale } = start(pages);
    onChanges([lead(null)]);
    pass(250);
    expect(listStale()).to.deep.equal(['leads board', 'leads lead_1 activity', 'leads lead_2']);
  });

  it('refreshes tasks and the pages of leads after a task changes, but no lists of leads', () => {
    const { onChanges, pass, listStale } = start([...pages, [...key, 'tasks', 'list']]);
    onChanges([{ type: 'task.completed', resource: 'tasks', id: 'task_1' }]);
    pass(250);
    expect(listStale()).to.deep.equal(['leads lead_1 activity', 'leads lead_2', 'tasks list']);
  });

  it('refreshes everything that can change after a gap, and nothing else', () => {
    const { onReset, pass, listStale } = start([...pages, [...key, 'import-preview']]);
    onReset();
    pass(250);
    expect(listStale()).to.deep.equal(['leads board', 'leads lead_1 activity', 'leads lead_2', 'deals']);
  });

  it('refreshes the notification count only after the notification is written', () => {
    const { onChanges, pass, listStale } = start([[...key, 'unread-notifications']]);
    onChanges([{ type: 'lead.assigned', resource: 'leads', id: 'lead_1' }]);
    pass(250);
    expect(listStale()).to.deep.equal([]);
    pass(1_000);
    expect(listStale()).to.deep.equal(['unread-notifications']);
  });

  it('collects further changes for a second before it refreshes', () => {
    const { onChanges, waits, pass, listStale } = start([board]);
    onChanges([lead('lead_1')]);
    pass(250);
    client.setQueryData(board, 'read again');
    onChanges([lead('lead_2')]);
    onChanges([lead('lead_3')]);
    expect([waits.map(({ ms }) => ms), listStale()]).to.deep.equal([[1_000], []]);
    pass(1_000);
    expect(listStale()).to.deep.equal(['leads board']);
  });

  it("waits until the person's own change is stored", async () => {
    const { onChanges, pass, listStale } = start([board]);
    let store: () => void = () => undefined;
    const mutation = client.getMutationCache().build(client, {
      mutationFn: () =>
        new Promise<void>((resolve) => {
          store = resolve;
        }),
    });
    const stored = mutation.execute(undefined);
    await Promise.resolve();
    onChanges([lead('lead_1')]);
    pass(250);
    expect(listStale()).to.deep.equal([]);
    store();
    await stored;
    pass(250);
    expect(listStale()).to.deep.equal(['leads board']);
  });
});
