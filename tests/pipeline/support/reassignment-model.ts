import type { Lead } from '@plotline/pipeline/leads/model/lead';
import { getReassignedBefore, type Reassignment, reassignLead } from '@plotline/pipeline/leads/model/reassignment';
import { sampleLead } from './sample-lead.js';

/** Stored lead, and the agent that it would have if each reassignment completed immediately. */
interface Followed {
  stored: Lead;
  rightly: string;
  /** Whether the request that assigned the lead has stored the lead. */
  written: boolean;
}

/** Reassignments that a replica has read. It may apply them much later. */
export interface Answer {
  readonly agent: string;
  readonly asked: Date;
  readonly reassignments: readonly Reassignment[];
}

/** Workspace whose agents are deactivated and activated, one change per millisecond. */
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

  /**
   * Deactivates the agent, or sets another assignee for an inactive agent. All leads go to the assignee immediately.
   */
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

  /**
   * Assigns a new lead now. If `written` is false, the lead is stored later. The request read the agent before the
   * agent's deactivation.
   */
  assign(agent: string, written: boolean): void {
    let rightly = agent;
    for (let assignee = this.#assignees.get(agent); assignee !== undefined; assignee = this.#assignees.get(rightly))
      rightly = assignee;
    const fields = { id: `lead_${this.#leads.length}`, assigned_agent: agent, assigned_at: this.#time };
    this.#leads.push({ stored: sampleLead(fields), rightly, written });
  }

  /** Stores each lead that is not stored yet if `isIn` returns true. */
  write(isIn: () => boolean): void {
    for (const lead of this.#leads) lead.written ||= isIn();
  }

  /** Returns the agent of each stored lead. */
  found(): (string | null)[] {
    return this.#leads.map(({ stored }) => stored.assigned_agent);
  }

  /** Returns the agent that each lead should have. */
  expected(): string[] {
    return this.#leads.map(({ rightly }) => rightly);
  }

  ask(agent: string): Answer {
    return { agent, asked: this.#time, reassignments: this.#reassignments };
  }

  /**
   * Reassigns leads as an answer from team says, or the leads for which `isIn` is true. Returns the number of changed
   * leads.
   */
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
