import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { type ShopSale, shopSaleCalls } from '#contract/studio/shop-sales.ts';
import { Button } from '#ui/button.tsx';
import { EmptyScene } from '#ui/empty-scene.tsx';
import { toast } from '#ui/toast.ts';
import { request } from '../../api/studio-client.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { Badge } from '../../ui/badge.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { dayName } from '../../ui/day-name.ts';
import { Page } from '../../ui/page.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { Table } from '../../ui/table.tsx';
import { NewSale } from './new-sale.tsx';

const looks = {
  planned: { tone: 'wait', text: 'Scheduled' },
  running: { tone: 'good', text: 'On' },
  ended: { tone: 'plain', text: 'Ended' },
} as const;

/** Sales of the shop, newest first. */
export default function SalesScreen() {
  const [address] = useSearchParams();
  const page = address.get('page') ?? '1';
  const sales = useAnswer(shopSaleCalls.shopSales, { query: { page } });
  const [isPlanning, setPlanning] = useState(false);
  const newSale = <Button onClick={() => setPlanning(true)}>New sale</Button>;
  return (
    <Page
      title="Sales"
      text="A percentage off all designs or some, with its name above every page of the shop. A sale never raises a price."
      back={{ to: '/coupons', label: 'Coupons' }}
      actions={newSale}
    >
      <PagedList
        of={sales}
        empty={
          <EmptyScene
            scene="empty"
            title="No sales yet"
            text="Plan one for a season or a holiday. It begins and ends by itself."
          />
        }
      >
        {(items) => (
          <Table label="Sales" columns={['Name', 'Discount', 'Designs', 'Days', 'Status', '']}>
            {items.map((sale) => (
              <Row key={sale.id} sale={sale} reload={sales.reload} />
            ))}
          </Table>
        )}
      </PagedList>
      {isPlanning && (
        <NewSale onClose={() => setPlanning(false)} onPlanned={() => void sales.reload()} />
      )}
    </Page>
  );
}

interface RowProps {
  readonly sale: ShopSale;
  readonly reload: () => Promise<void>;
}

function Row({ sale, reload }: RowProps) {
  const { id, name, percent, designs, firstDay, lastDay, state } = sale;
  const [isAsking, setAsking] = useState(false);
  const isPlanned = state === 'planned';

  async function end(): Promise<void> {
    const { message } = await request(shopSaleCalls.endShopSale, { params: { id } });
    toast.success(message);
    await reload();
  }

  return (
    <tr>
      <td data-label="Name" data-free>
        {name}
      </td>
      <td data-label="Discount" data-whole>
        {percent}% off
      </td>
      <td data-label="Designs" data-whole>
        {designs ?? 'All'}
      </td>
      <td data-label="Days">{daysText(firstDay, lastDay)}</td>
      <td data-label="Status">
        <Badge tone={looks[state].tone}>{looks[state].text}</Badge>
      </td>
      <td>
        {state !== 'ended' && (
          <Button
            variant="quiet"
            aria-label={isPlanned ? `Delete ${name}` : `End now: ${name}`}
            onClick={() => setAsking(true)}
          >
            {isPlanned ? 'Delete' : 'End now'}
          </Button>
        )}
        {isAsking && (
          <Confirm
            title={isPlanned ? `Delete ${name}?` : `End ${name} now?`}
            action={isPlanned ? 'Delete' : 'End now'}
            onConfirm={end}
            onClose={() => setAsking(false)}
          >
            <p>
              {isPlanned
                ? 'It won’t begin.'
                : 'Its designs cost what they did before, and the shop stops announcing it.'}
            </p>
          </Confirm>
        )}
      </td>
    </tr>
  );
}

function daysText(firstDay: string, lastDay: string): string {
  return firstDay === lastDay ? dayName(firstDay) : `${dayName(firstDay)} to ${dayName(lastDay)}`;
}
