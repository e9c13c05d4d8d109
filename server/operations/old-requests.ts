import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import type { Tables } from '../platform/database/tables.ts';
import { type RemovalRule, removal } from './remove-rows.ts';

/** Custom requests that ended, or were last moved or written about, earlier than `before`. */
export function oldRequests(before: string): RemovalRule {
  return removal('customRequests', (row) =>
    row.and([
      row.or([
        row.and([row('closedAt', '<', before), row.not(isRestDue(row))]),
        row.and([
          row('state', '=', 'received'),
          row('createdAt', '<', before),
          row('id', 'not in', (inner) =>
            inner.selectFrom('commissionMoves').select('requestId').where('movedAt', '>=', before),
          ),
        ]),
      ]),
      row('id', 'not in', (inner) =>
        inner
          .selectFrom('threads')
          .select((thread) => thread.ref('requestId').$notNull().as('requestId'))
          .where('requestId', 'is not', null)
          .where('lastAt', '>=', before),
      ),
    ]),
  );
}

/**
 * An accepted request whose deposit is paid and not returned: its files are released once the rest is paid. A buyer who
 * deleted the account, and with it the address, can't pay it.
 */
function isRestDue(row: ExpressionBuilder<Tables, 'customRequests'>): Expression<SqlBool> {
  return row.and([
    row('state', '=', 'accepted'),
    row('email', '!=', ''),
    row('id', 'in', (inner) =>
      inner
        .selectFrom('orders')
        .select((order) => order.ref('commissionId').$notNull().as('requestId'))
        .where('quotePart', '=', 'deposit')
        .where('state', '=', 'paid')
        .where('releasedAt', 'is', null)
        .where('commissionId', 'is not', null)
        .where('id', 'not in', (refund) =>
          refund.selectFrom('refunds').select('orderId').where('kind', '=', 'refund'),
        ),
    ),
  ]);
}
