import { Link, useSearchParams } from 'react-router';
import { orderCalls, orderFilters } from '#contract/studio/orders.ts';
import { LinkButton } from '#ui/button.tsx';
import { EmptyScene } from '#ui/empty-scene.tsx';
import { TextField } from '#ui/text-field.tsx';
import { useAnswer } from '../../api/use-answer.ts';
import { AddressSelect } from '../../ui/address-select.tsx';
import { OrderTable } from '../../ui/order-table.tsx';
import { Page } from '../../ui/page.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import parts from '../../ui/parts.module.css';
import { SearchField } from '../../ui/search-field.tsx';
import { dayEnd, dayStart } from './days.ts';

const filters = [
  { value: 'all', label: 'All' },
  { value: 'review', label: 'Needs review' },
  { value: 'paid', label: 'Paid' },
  { value: 'open', label: 'Not paid yet' },
  { value: 'refunded', label: 'Refunded (full or partial)' },
  { value: 'disputed', label: 'Disputed' },
  { value: 'void', label: 'Cancelled' },
] as const;

/** All orders, newest first. */
export default function OrdersScreen() {
  const [address] = useSearchParams();
  const page = address.get('page') ?? '1';
  const search = address.get('search') ?? '';
  const state = orderFilters.find((known) => known === address.get('state')) ?? 'all';
  const buyerId = address.get('buyer') ?? undefined;
  const from = dayStart(address.get('from'));
  const until = dayEnd(address.get('until'));
  const orders = useAnswer(orderCalls.orders, {
    query: {
      page,
      search,
      state,
      ...(from && { from }),
      ...(until && { until }),
      ...(buyerId && { buyerId }),
    },
  });
  const isNarrowed = address.size > (address.has('page') ? 1 : 0);
  return (
    <Page
      title="Orders"
      text={buyerId ? <Link to="/orders">Showing one buyer. Show all buyers</Link> : undefined}
    >
      <div className={parts.filters}>
        <SearchField
          label="Find an order"
          hint="Any part of the number, the buyer’s name or e-mail, or a design’s title."
        />
        <AddressSelect label="Status" name="state" fallback="all" options={filters} />
        <div className={parts.together}>
          <DayField label="From" name="from" />
          <DayField label="Until" name="until" />
        </div>
      </div>
      <PagedList of={orders} empty={<NoOrders isNarrowed={isNarrowed} />}>
        {(items) => <OrderTable orders={items} hasBuyer />}
      </PagedList>
    </Page>
  );
}

function NoOrders({ isNarrowed }: { readonly isNarrowed: boolean }) {
  if (!isNarrowed) {
    return (
      <EmptyScene
        scene="orders"
        title="No orders yet"
        text="An order is listed here once a buyer checks out."
      />
    );
  }
  return (
    <EmptyScene scene="search" title="No matching orders">
      <LinkButton variant="paper" to="/orders">
        See all orders
      </LinkButton>
    </EmptyScene>
  );
}

/** The first or last day of the list; it is in the URL. */
function DayField({ label, name }: { readonly label: string; readonly name: string }) {
  const [address, setAddress] = useSearchParams();
  return (
    <TextField
      label={label}
      type="date"
      value={address.get(name) ?? ''}
      onChange={(day) =>
        setAddress(
          (before) => {
            const after = new URLSearchParams(before);
            after.delete('page');
            if (day === '') after.delete(name);
            else after.set(name, day);
            return after;
          },
          { replace: true },
        )
      }
    />
  );
}
