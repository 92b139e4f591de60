import type { Lead } from '@plotline/pipeline/domain/lead';
import { getReassignedBefore, type Reassignment, reassignLead } from '@plotline/pipeline/domain/reassignment';
import { sampleLead } from './sample-lead.js';

/** A lead as it is stored, and who would have it if reassignments were carried out at once. */
interface Followed {
  stored: Lead;
  rightly: string;
  /** Whether the request that assigned it has written it by now. */
  written: boolean;
}

/** What a replica was told when it asked; it may act on that much later. */
export interface Answer {
  readonly agent: string;
  readonly asked: Date;
  readonly reassignments: readonly Reassignment[];
}

/** A workspace whose agents come and go, a millisecond after another. */
export class Workspace {
  readonly agents = ['u', 'v', 'w', 'x', 'y', 'z'];
  readonly #leads: Followed[] = [];
  readonly #gone = new Set<string>();
  readonly #assignees = new Map<string, string>();
  #reassignments: readonly Reassignment[] = [];
  #now = 0;

  get #time(): Date {
    return new Date(this.#now);
  }

  tick(): void {
    this.#now += 1;
  }

  isGone(agent: string): boolean {
    return this.#gone.has(agent);
  }

  #end(agent: string): void {
    const isOpen = (each: Reassignment) => each.agent_id === agent && each.until === null;
    this.#reassignments = this.#reassignments.map((each) => (isOpen(each) ? { ...each, until: this.#time } : each));
    this.#assignees.delete(agent);
  }

  /** The agent goes, or the leads of one who is gone are handed over anew: they all are the assignee's at once. */
  leave(agent: string, assignee: string | null): void {
    this.#gone.add(agent);
    if (assignee === null) return;
    this.#end(agent);
    this.#reassignments = [
      ...this.#reassignments,
      { agent_id: agent, assignee_id: assignee, at: this.#time, until: null },
    ];
    this.#assignees.set(agent, assignee);
    for (const lead of this.#leads) if (lead.rightly === agent) lead.rightly = assignee;
  }

  comeBack(agent: string): void {
    this.#end(agent);
    this.#gone.delete(agent);
  }

  /** A request assigns a new lead now, and may write it later; where the agent is gone, it had asked before. */
  assign(agent: string, written: boolean): void {
    let rightly = agent;
    for (let assignee = this.#assignees.get(agent); assignee !== undefined; assignee = this.#assignees.get(rightly))
      rightly = assignee;
    const fields = { id: `lead_${this.#leads.length}`, assigned_agent: agent, assigned_at: this.#time };
    this.#leads.push({ stored: sampleLead(fields), rightly, written });
  }

  /** Requests write their leads, those that `isIn` lets in. */
  write(isIn: () => boolean): void {
    for (const lead of this.#leads) lead.written ||= isIn();
  }

  /** Who has each of the leads. */
  found(): (string | null)[] {
    return this.#leads.map(({ stored }) => stored.assigned_agent);
  }

  /** Who should have each of them. */
  expected(): string[] {
    return this.#leads.map(({ rightly }) => rightly);
  }

  ask(agent: string): Answer {
    return { agent, asked: this.#time, reassignments: this.#reassignments };
  }

  /** Moves what has to go by an answer, or only those that `isIn` lets in; returns how many leads it changed. */
  move({ agent, asked, reassignments }: Answer, isIn: () => boolean = () => true): number {
    const before = getReassignedBefore(reassignments, agent, asked);
    let changed = 0;
    for (const lead of this.#leads) {
      const { assigned_agent, assigned_at } = lead.stored;
      if (!before || !lead.written || assigned_agent !== agent || !assigned_at || assigned_at >= before) continue;
      if (!isIn()) continue;
      const stored = reassignLead(lead.stored, reassignments, this.#time);
      if (stored !== lead.stored) changed += 1;
      lead.stored = stored;
    }
    return changed;
  }
}
