import type { QuotePart } from '#contract/shop/order.ts';
import { orderPath } from '#contract/shop/own-paths.ts';
import { ShopLink } from '#ui/shop-link.tsx';
import type { ShownRequest } from './request-access.ts';
import { RequestPart } from './request-part.tsx';

const partNames: Readonly<Record<QuotePart, string>> = {
  whole: 'Whole price',
  deposit: 'Deposit',
  rest: 'Rest of the price',
};

/** The orders that paid for a request. */
export function RequestOrders({ request: { orders = [] }, access }: ShownRequest) {
  if (orders.length === 0 || access.kind === 'link') return null;
  return (
    <RequestPart title="Orders">
      <ul>
        {orders.map(({ _id, part }) => (
          <li key={_id}>
            <ShopLink to={orderPath(_id)}>{partNames[part]}</ShopLink>
          </li>
        ))}
      </ul>
    </RequestPart>
  );
}
