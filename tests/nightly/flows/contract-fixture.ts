import type { ApiClient } from '../../support/api-client.js';
import { type ServedOperation, servedOperations } from '../../support/contract/served-contract.js';
import { type Receiver, startReceiver } from '../../support/receiver.js';
import { system } from '../../support/system.js';
import { newWholePortfolio, type WholePortfolio } from '../../support/whole-portfolio.js';
import { newWorkspace, type TestWorkspace } from '../../support/workspace.js';

/** Workspace with one record of every kind, and all operations of the served contract. */
export interface ContractFixture {
  readonly workspace: TestWorkspace;
  readonly api: ApiClient;
  readonly own: WholePortfolio;
  readonly operations: readonly ServedOperation[];
  readonly receiver: Receiver;
  stop(): Promise<void>;
}

export async function startContractFixture(): Promise<ContractFixture> {
  const operations = await servedOperations(system().urls.api);
  const workspace = await newWorkspace();
  const { api } = workspace;
  const receiver = await startReceiver();
  const { stop } = receiver;
  try {
    const own = await newWholePortfolio(api, receiver.url);
    return { workspace, api, own, operations, receiver, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
