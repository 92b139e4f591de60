import { hash } from 'node:crypto';
import type { Answer } from '@plotline/kit/core/answer';
import type { Actor, Mode, Tenant } from '@plotline/kit/core/caller';
import { notFound } from '@plotline/kit/core/errors';
import { newId } from '@plotline/kit/core/ids';
import { createToken, isWellFormedToken } from '@plotline/kit/core/secrets';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import type { Command } from '@plotline/kit/store/idempotency/command';
import type { Collection } from '@plotline/kit/store/records/collection';
import { createRecordSchema } from '@plotline/kit/store/records/record-model';
import type { Owned } from '@plotline/kit/store/records/records';
import { Schema } from 'mongoose';
import type { TaskCalendar } from '../model/task-calendar.js';

const prefixes: Readonly<Record<Mode, string>> = { live: 'cal_live_', sandbox: 'cal_test_' };

function hashToken(token: string): string {
  return hash('sha256', `calendar ${token}`);
}

/** Calendars of tasks: at most one for each person and each key, in each mode. */
export class Calendars {
  readonly #collection: Collection<TaskCalendar>;
  readonly #journal: ServiceRuntime['journal'];

  constructor(runtime: Pick<ServiceRuntime, 'journal' | 'collection'>) {
    this.#journal = runtime.journal;
    this.#collection = runtime.collection<TaskCalendar>({
      name: 'task_calendars',
      schema: createRecordSchema({
        owner_id: String,
        owner: Schema.Types.Mixed,
        token_hash: String,
        token_last4: String,
        created_at: Date,
        updated_at: Date,
      }),
      indexes: [
        { name: 'owner', keys: { workspace_id: 1, owner_id: 1 }, unique: true },
        { name: 'token', keys: { token_hash: 1 }, unique: true },
      ],
      // Calendars survive a reset, like keys, so that calendar programs don't need a new address.
      reset: 'kept',
    });
  }

  /** Returns the calendar of a person or key, or null. */
  get(tenant: Tenant, owner: Pick<Actor, 'id'>): Promise<TaskCalendar | null> {
    return this.#collection.in(tenant).findOne({ owner_id: owner.id });
  }

  /** Returns the calendar that currently has the token, or null. */
  async find(token: string): Promise<{ readonly tenant: Tenant; readonly calendar: Owned<TaskCalendar> } | null> {
    const mode = token.startsWith(prefixes.live) ? 'live' : 'sandbox';
    if (!isWellFormedToken(token, prefixes[mode])) return null;
    const calendar = await this.#collection.acrossWorkspaces(mode).findOne({ token_hash: hashToken(token) });
    return calendar && { tenant: { workspaceId: calendar.workspace_id, mode }, calendar };
  }

  /** Replaces the token of the caller's calendar. Creates the calendar if there is none. */
  async rotate(command: Command, toAnswer: (calendar: TaskCalendar, token: string) => Answer): Promise<Answer> {
    const { caller } = command;
    const token = createToken(prefixes[caller.mode]);
    const { answer } = await this.#journal.commit(command, async (session, { at }) => {
      const { type, id, name, role, agentId } = caller.actor;
      const owner = { type, id, name, ...(role && { role }), ...(agentId && { agentId }) };
      const fields = { owner, token_hash: hashToken(token), token_last4: token.slice(-4), updated_at: at };
      const update = { $set: fields, $setOnInsert: { _id: newId('cal'), created_at: at }, $inc: { version: 1 } };
      const options = { session, upsert: true };
      const calendar = await this.#collection.in(caller).findAndUpdate({ owner_id: id }, update, options);
      if (!calendar) throw new Error('The calendar was not stored.');
      const description = 'The task calendar got a new address.';
      const entry = { subject: calendar.id, type: 'rotated', description, events: [] };
      return { entries: [entry], answer: toAnswer(calendar, token) };
    });
    return answer;
  }

  /** Removes the caller's calendar. `check` may throw. Rejects with NOT_FOUND. */
  async remove(command: Command, check: (calendar: TaskCalendar) => void): Promise<void> {
    const { caller } = command;
    await this.#journal.commit(command, async (session) => {
      const records = this.#collection.in(caller);
      const calendar = await records.findOne({ owner_id: caller.actor.id }, session);
      if (!calendar) throw notFound();
      check(calendar);
      await records.delete({ _id: calendar.id }, session);
      const description = 'The task calendar was deleted.';
      return { entries: [{ subject: calendar.id, type: 'deleted', description, events: [] }] };
    });
  }
}
