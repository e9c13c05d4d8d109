import type { CommissionMove } from '#contract/shop/commission-states.ts';
import { table, text } from '../table.ts';

export const tables = {
  /** When deleted custom requests were moved: nothing of who made them or what for. Reports count them. */
  deletedRequestMoves: table({
    move: text<CommissionMove>().key(),
    movedAt: text().key(),
    requestId: text().key(),
  }).with({ indexes: { deletedRequestMovesByRequest: ['requestId'] } }),
};
