import { Link, useSearchParams } from 'react-router';
import { discountOf } from '#contract/shop/coupon-words.ts';
import { couponCalls, type StudioCoupon } from '#contract/studio/coupons.ts';
import { LinkButton } from '#ui/button.tsx';
import { EmptyScene } from '#ui/empty-scene.tsx';
import { useAnswer } from '../../api/use-answer.ts';
import { Page } from '../../ui/page.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Table } from '../../ui/table.tsx';
import { CouponStateBadge, Period, rulesOf, usesOf } from './coupon-words.tsx';

const newCoupon = <LinkButton to="/coupons/new">New coupon</LinkButton>;

/** All coupons, newest first. */
export default function CouponsScreen() {
  const [address] = useSearchParams();
  const page = address.get('page') ?? '1';
  const search = address.get('search') ?? '';
  const coupons = useAnswer(couponCalls.coupons, { query: { page, search } });
  return (
    <Page
      title="Coupons"
      text="Discount codes."
      actions={
        <>
          <LinkButton variant="paper" to="/coupons/sales">
            Sales
          </LinkButton>
          {newCoupon}
        </>
      }
    >
      <SearchField label="Find a code" />
      <PagedList of={coupons} empty={<NoCoupons search={search} />}>
        {(items) => (
          <Table label="Coupons" columns={['Code', 'Discount', 'Status', 'Used', 'When', 'Rules']}>
            {items.map((coupon) => (
              <Row key={coupon._id} coupon={coupon} />
            ))}
          </Table>
        )}
      </PagedList>
    </Page>
  );
}

function NoCoupons({ search }: { readonly search: string }) {
  if (search !== '') {
    return (
      <EmptyScene scene="search" title={`No codes match “${search}”`}>
        <LinkButton variant="paper" to="/coupons">
          See all coupons
        </LinkButton>
      </EmptyScene>
    );
  }
  return (
    <EmptyScene
      scene="empty"
      title="No coupons yet"
      text="Create one for a market day, a newsletter or a friend of the shop."
    >
      {newCoupon}
    </EmptyScene>
  );
}

function Row({ coupon }: { readonly coupon: StudioCoupon }) {
  return (
    <tr>
      <td data-label="Code" data-free>
        <Link to={`/coupons/${coupon._id}`}>{coupon.code}</Link>
      </td>
      <td data-label="Discount" data-whole>
        {discountOf(coupon)}
      </td>
      <td data-label="Status">
        <CouponStateBadge coupon={coupon} />
      </td>
      <td data-label="Used" data-whole>
        {usesOf(coupon)}
      </td>
      <td data-label="When">
        <Period coupon={coupon} />
      </td>
      <td data-label="Rules">{rulesOf(coupon)}</td>
    </tr>
  );
}
