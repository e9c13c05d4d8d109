import { useSearchParams } from 'react-router';
import { type BuyerEntry, buyerCalls, buyerFilters } from '#contract/studio/buyers.ts';
import { LinkButton } from '#ui/button.tsx';
import { EmptyScene } from '#ui/empty-scene.tsx';
import { useAnswer } from '../../api/use-answer.ts';
import { AddressSelect } from '../../ui/address-select.tsx';
import { Instant } from '../../ui/instant.tsx';
import { Page } from '../../ui/page.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import parts from '../../ui/parts.module.css';
import { RowLink } from '../../ui/row-link.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Table } from '../../ui/table.tsx';
import { BusinessLink, licenceOf, nameOf, StatusBadge } from './buyer-words.tsx';

const filters = [
  { value: 'pending', label: 'Waiting' },
  { value: 'approved', label: 'Approved' },
  { value: 'rejected', label: 'Rejected' },
  { value: 'all', label: 'All' },
] as const;

/** Buyers, by default those waiting for approval; a search covers every status. */
export default function BuyersScreen() {
  const [address] = useSearchParams();
  const page = address.get('page') ?? '1';
  const search = address.get('search') ?? '';
  const fallback = search === '' ? 'pending' : 'all';
  const status = buyerFilters.find((known) => known === address.get('status')) ?? fallback;
  const buyers = useAnswer(buyerCalls.buyers, { query: { page, search, status } });
  return (
    <Page title="Buyers" text="Small shops, fabric shops and new sign-ups.">
      <div className={parts.filters}>
        <SearchField
          label="Find a buyer"
          hint="Any part of the name or e-mail, or a colleague’s whole e-mail."
        />
        <AddressSelect label="Status" name="status" fallback={fallback} options={filters} />
      </div>
      <PagedList of={buyers} empty={<NoBuyers search={search} status={status} />}>
        {(items) => (
          <Table label="Buyers" columns={['Buyer', 'Licence', 'Shop', 'Since', 'Status']}>
            {items.map((buyer) => (
              <Row key={buyer.id} buyer={buyer} />
            ))}
          </Table>
        )}
      </PagedList>
    </Page>
  );
}

interface NoBuyersProps {
  readonly search: string;
  readonly status: (typeof filters)[number]['value'];
}

function NoBuyers({ search, status }: NoBuyersProps) {
  if (search === '' && status === 'all') {
    return (
      <EmptyScene
        scene="empty"
        title="No buyers yet"
        text="A buyer is listed here after signing up."
      />
    );
  }
  const all = (
    <LinkButton variant="paper" to="/buyers?status=all">
      See all buyers
    </LinkButton>
  );
  if (search === '' && status === 'pending') {
    return (
      <EmptyScene scene="empty" title="Nobody is waiting" text="You’re all caught up.">
        {all}
      </EmptyScene>
    );
  }
  return (
    <EmptyScene
      scene="search"
      title={search === '' ? 'No buyers with this status' : `No buyers match “${search}”`}
    >
      {all}
    </EmptyScene>
  );
}

function Row({ buyer }: { readonly buyer: BuyerEntry }) {
  return (
    <tr>
      <td data-label="Buyer" data-free>
        <RowLink to={`/buyers/${buyer.id}`} note={buyer.email}>
          {nameOf(buyer) || buyer.email}
        </RowLink>
      </td>
      <td data-label="Licence" data-whole>
        {licenceOf(buyer)}
      </td>
      <td data-label="Shop" data-free>
        <BusinessLink link={buyer.businessVerificationLink} />
      </td>
      <td data-label="Since">
        <Instant at={buyer.createdAt} />
      </td>
      <td data-label="Status">
        <StatusBadge status={buyer.status} />
      </td>
    </tr>
  );
}
