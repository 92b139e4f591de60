import { expect } from 'chai';
import { type Answer, Workspace } from '../../support/reassignment-model.js';

const histories = 2_000;
const steps = 80;

/** Returns numbers from 0 to 1 that are the same for the same seed. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Returns random events in a workspace. Each step of a test is one of them. */
function happenings(workspace: Workspace, random: () => number): (() => void)[] {
  const answers: Answer[] = [];
  const pick = <T>(all: readonly T[]): T | undefined => all[Math.floor(random() * all.length)];
  const someone = () => pick(workspace.agents) ?? '';
  const leave = (isNamed: boolean) => {
    const agent = someone();
    const assignees = workspace.agents.filter((assignee) => assignee !== agent && !workspace.isGone(assignee));
    workspace.leave(agent, isNamed ? (pick(assignees) ?? null) : null);
  };
  const move = () => {
    const answer = pick(answers);
    if (answer) workspace.move(answer, () => random() < 0.5);
  };
  return [
    () => leave(true),
    () => leave(random() < 0.5),
    () => workspace.comeBack(someone()),
    () => workspace.comeBack(someone()),
    () => workspace.assign(someone(), true),
    () => workspace.assign(someone(), random() < 0.5),
    () => workspace.write(() => random() < 0.3),
    () => answers.push(workspace.ask(someone())),
    move,
    move,
  ];
}

describe('reassignLead in random histories', () => {
  it('produces the same agents as immediate reassignments, in any order of moves', () => {
    let moved = 0;
    for (let seed = 1; seed <= histories; seed += 1) {
      const random = numbers(seed);
      const workspace = new Workspace();
      const all = happenings(workspace, random);
      for (let step = 0; step < steps; step += 1) {
        workspace.tick();
        all[Math.floor(random() * all.length)]?.();
      }
      workspace.write(() => true);
      workspace.tick();
      const order = workspace.agents.toSorted(() => random() - 0.5);
      const sweep = () => order.reduce((sum, agent) => sum + workspace.move(workspace.ask(agent)), 0);
      moved += sweep();
      expect(sweep(), `seed ${seed}: left by the sweep`).to.equal(0);
      expect(workspace.found(), `seed ${seed}`).to.deep.equal(workspace.expected());
    }
    expect(moved).to.be.greaterThan(histories);
  });
});
