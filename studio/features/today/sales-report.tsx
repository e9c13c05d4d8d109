import { lazy, Suspense, useMemo } from 'react';
import { Link } from 'react-router';
import type { Report } from '#contract/studio/reports.ts';
import { counted } from '#contract/wire/counted.ts';
import { formatUsd } from '#contract/wire/money.ts';
import { dayName } from '../../ui/day-name.ts';
import { Table } from '../../ui/table.tsx';
import { BarTable } from './bar-table.tsx';
import { DayChart } from './day-chart.tsx';
import { ReportCard } from './report-card.tsx';
import styles from './sales-report.module.css';

const CommissionsReport = lazy(() => import('./commissions-report.tsx'));

const count = (value: number) => value.toLocaleString('en-US');

/** What a range of days sold: charts, each with its table and its CSV. */
export function SalesReport({ report }: { readonly report: Report }) {
  const { totals, before, designs, otherDesigns, designers, coupons, countries } = report;
  const noSales = totals.orders === 0 ? 'No sales in this period.' : null;
  const others = otherDesigns.count > 0 && {
    key: 'others',
    name: counted(otherDesigns.count, 'other design'),
    // Many designs together would make the bars of the best ones tiny.
    value: null,
    cells: [count(otherDesigns.sold), formatUsd(otherDesigns.net)],
  };
  return (
    <>
      <Sales report={report} />
      <ReportCard title="Designs" table="designs" empty={noSales}>
        <BarTable
          label="Sales by design"
          columns={['Design', 'Sold', 'Sales']}
          rows={[
            ...designs.map(({ id, title, imageUrl, sold, net }) => ({
              key: id,
              name: <Link to={`/designs/${id}`}>{title}</Link>,
              imageUrl,
              value: net,
              cells: [count(sold), formatUsd(net)],
            })),
            ...(others ? [others] : []),
          ]}
        />
      </ReportCard>
      <div className={styles.pair}>
        <ReportCard
          title="Designers"
          text="A joint design counts as sold for both; its sales are split evenly."
          table="designers"
          empty={noSales}
        >
          <BarTable
            label="Sales by designer"
            columns={['Designer', 'Sold', 'Sales']}
            rows={designers.map(({ name, sold, net }) => ({
              key: name,
              name,
              value: net,
              cells: [count(sold), formatUsd(net)],
            }))}
          />
        </ReportCard>
        <ReportCard title="Countries" table="countries" empty={noSales}>
          <BarTable
            label="Sales by country"
            columns={['Country', 'Orders', 'Sales']}
            rows={countries.map(({ country, orders, net }) => ({
              key: country,
              name: country || 'Not given',
              value: net,
              cells: [count(orders), formatUsd(net)],
            }))}
          />
        </ReportCard>
        <ReportCard
          title="Coupons"
          table="coupons"
          empty={coupons.length === 0 ? 'No coupon was used in this period.' : null}
        >
          <BarTable
            label="Sales with coupons"
            columns={['Coupon', 'Orders', 'Discount', 'Sales']}
            rows={coupons.map(({ code, orders, discount, net }) => ({
              key: code,
              name: code,
              value: net,
              cells: [count(orders), formatUsd(discount), formatUsd(net)],
            }))}
          />
        </ReportCard>
        <Conversion totals={totals} before={before} />
        {report.commissions && (
          <Suspense>
            <CommissionsReport now={report.commissions} before={before.commissions} />
          </Suspense>
        )}
        <EmptySearches rows={report.emptySearches} />
      </div>
    </>
  );
}

function Sales({ report: { days, before } }: { readonly report: Report }) {
  const names = useMemo(() => days.map(({ day }) => day), [days]);
  const values = useMemo(() => days.map(({ net }) => net), [days]);
  const earlier = useMemo(() => before.days.map(({ net }) => net), [before]);
  return (
    <ReportCard
      title="Sales over time"
      text="Payments minus their refunds. The dashed line is the previous period."
      table="days"
      empty={null}
    >
      <DayChart
        label="Sales over time"
        days={names}
        values={values}
        before={earlier}
        words={formatUsd}
      />
      <details>
        <summary className={styles.summary}>Show as table</summary>
        <Table label="Sales by day" columns={['Day', 'Orders', 'Sales', 'Refunded', 'Downloads']}>
          {days.toReversed().map(({ day, orders, net, refunded, downloads }) => (
            <tr key={day}>
              <td data-label="Day">{dayName(day)}</td>
              <td data-label="Orders">{count(orders)}</td>
              <td data-label="Sales">{formatUsd(net)}</td>
              <td data-label="Refunded">{formatUsd(refunded)}</td>
              <td data-label="Downloads">{count(downloads)}</td>
            </tr>
          ))}
        </Table>
      </details>
    </ReportCard>
  );
}

function Conversion({ totals, before }: Pick<Report, 'totals' | 'before'>) {
  const steps = [
    ['Added to cart', 'inCart'],
    ['Started checkout', 'checkedOut'],
    ['Paid', 'paid'],
  ] as const;
  const share = (value: number) =>
    totals.inCart === 0 ? '—' : `${Math.round((value / totals.inCart) * 100)}%`;
  return (
    <ReportCard
      title="From cart to payment"
      table="conversion"
      empty={totals.inCart === 0 ? 'No carts in this period.' : null}
    >
      <BarTable
        label="Buyers from cart to payment"
        columns={['Buyers', 'Now', 'Share', 'Before']}
        rows={steps.map(([name, key]) => ({
          key,
          name,
          value: totals[key],
          cells: [count(totals[key]), share(totals[key]), count(before.totals[key])],
        }))}
      />
    </ReportCard>
  );
}

function EmptySearches({ rows }: { readonly rows: Report['emptySearches'] }) {
  return (
    <ReportCard
      title="Searches without results"
      text="What buyers searched for without finding a design. Searches are anonymous, and devices that search offline aren’t counted."
      table="searches"
      empty={rows.length === 0 ? 'Every search in this period had results.' : null}
    >
      <BarTable
        label="Searches without results"
        columns={['Words', 'Searches']}
        rows={rows.map(({ words, count: searches }) => ({
          key: words,
          name: words,
          value: searches,
          cells: [count(searches)],
        }))}
      />
      <p className={styles.links}>
        <Link to="/designs/new">New design</Link>
        <Link to="/search-words">Make words mean the same</Link>
      </p>
    </ReportCard>
  );
}
