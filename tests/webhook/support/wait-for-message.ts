import { expect } from 'chai';
import { eventually } from '../../support/eventually.js';
import type { Reply } from '../../support/started-service.js';

/** Resolves to the newest delivery in an integration's log once it has that status and number of attempts. */
export function waitForMessage(readLog: () => Promise<Reply>, status: string, attempts: number) {
  return eventually(async () => {
    const [delivery] = (await readLog()).body;
    expect(delivery).to.include({ status });
    expect(delivery.attempts).to.have.length(attempts);
    return delivery;
  });
}
