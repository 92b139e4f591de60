import { noContent } from '@plotline/kit/core/answer';
import type { Caller } from '@plotline/kit/core/caller';
import { conflict, notFound } from '@plotline/kit/core/errors';
import type { RpcAdapter } from '@plotline/kit/rpc/server';
import type { DepositsServiceServer } from '@plotline/protos/plotline/inventory/v1/deposits';
import type { Context } from '../../context.js';
import { assertOpen, recordDeposit, takeBackDeposit } from '../model/change-hold.js';
import { assertDepositUnpaid, getDeposit } from '../model/deposit.js';
import type { Hold } from '../model/hold.js';
import { changeHold } from '../work/change-hold.js';

/** A call from another service has no headers. */
const toCommand = (caller: Caller) => ({ caller, header: () => undefined });

const isPaidBy = ({ deposit }: Hold, reference: string) =>
  Boolean(deposit?.paid_at) && deposit?.reference === reference;

/** Creates DepositsService. The service that connects payment providers uses it to record received deposits. */
export function createDepositsService(context: Context, rpc: RpcAdapter): DepositsServiceServer {
  const { holds } = context;
  return {
    getDeposit: rpc(async ({ hold_id }, call) => {
      const hold = await holds.get(call.caller(), hold_id);
      if (!hold) throw notFound();
      assertOpen(hold);
      const { amount, currency, paid_at } = getDeposit(hold);
      return { balance: paid_at ? 0 : amount, currency };
    }),
    recordDeposit: rpc(async ({ hold_id, amount, currency, paid_at, reference }, call) => {
      await changeHold(context, toCommand(call.caller()), {
        id: hold_id,
        isDone: (hold) => isPaidBy(hold, reference),
        decide: (state, now) => {
          assertDepositUnpaid(state.hold);
          const agreed = getDeposit(state.hold);
          if (agreed.amount !== amount || agreed.currency !== currency) {
            throw conflict(`The agreed deposit is ${agreed.amount} ${agreed.currency}.`, 'other_amount');
          }
          return [recordDeposit(state, { paid_at: new Date(paid_at), reference }, now)];
        },
        toAnswer: () => noContent(),
      });
      return {};
    }),
    takeDepositBack: rpc(async ({ hold_id, reference }, call) => {
      await changeHold(context, toCommand(call.caller()), {
        id: hold_id,
        isDone: (hold) => !isPaidBy(hold, reference),
        decide: (state, now) => {
          const after = takeBackDeposit(state, now);
          return after ? [after] : [];
        },
        toAnswer: () => noContent(),
      });
      return {};
    }),
  };
}
