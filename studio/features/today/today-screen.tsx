import { Link, useSearchParams } from 'react-router';
import { type Period, type PeriodSales, periods } from '#contract/studio/today.ts';
import { formatUsd } from '#contract/wire/money.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { Answered } from '../../ui/answered.tsx';
import { Card } from '../../ui/card.tsx';
import { Page } from '../../ui/page.tsx';
import parts from '../../ui/parts.module.css';
import { Table } from '../../ui/table.tsx';
import { counted } from './counted.ts';
import { FailedMails } from './failed-mails.tsx';
import { SalesPlot } from './sales-plot.tsx';
import { StorageNotice } from './storage-notice.tsx';
import styles from './today-screen.module.css';
import { Waiting } from './waiting.tsx';

const names: Readonly<Record<Period, string>> = {
  today: 'Today',
  week: 'This week',
  month: 'This month',
};

/** The shop's current state: sales, and work waiting for staff. */
export default function TodayScreen() {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const today = useAnswer('today', { query: { timeZone } });
  const [search] = useSearchParams();
  const chosen = periods.find((period) => period === search.get('period')) ?? 'month';
  return (
    <Page title="Today" text="Sales are payments minus refunds.">
      <Answered of={today}>
        {({ sales, days, waiting, lastBackupAt, storage }) => (
          <div className={parts.parts}>
            {storage.isLow && <StorageNotice storage={storage} />}
            <Waiting waiting={waiting} lastBackupAt={lastBackupAt} onChange={today.reload} />
            {waiting.failedMails > 0 && <FailedMails onChange={today.reload} />}
            <nav className={styles.periods} aria-label="Period">
              {periods.map((period) => (
                <Link
                  key={period}
                  className={styles.period ?? ''}
                  to={`/today?period=${period}`}
                  replace
                  aria-current={period === chosen ? 'true' : undefined}
                >
                  <span>{names[period]}</span>
                  <strong>{formatUsd(sales[period].net)}</strong>
                  <span className={styles.note}>{counted(sales[period].orders, 'order')}</span>
                </Link>
              ))}
            </nav>
            <Card title="The last 30 days">
              <SalesPlot days={days} />
            </Card>
            <Sales period={chosen} sales={sales[chosen]} />
          </div>
        )}
      </Answered>
    </Page>
  );
}

function Sales({ period, sales }: { readonly period: Period; readonly sales: PeriodSales }) {
  const { designs, otherDesigns, designers } = sales;
  const name = names[period];
  if (designs.length === 0) return <Card title={name}>No sales yet.</Card>;
  return (
    <>
      <Card title={`${name}, by designer`} text="Sales of joint designs are split evenly.">
        <Table label={`${name}, by designer`} columns={['Designer', 'Sold', 'Sales']}>
          {designers.map(({ name: designer, ...sold }) => (
            <tr key={designer}>
              <td data-label="Designer" data-free>
                {designer}
              </td>
              <Sold {...sold} />
            </tr>
          ))}
        </Table>
      </Card>
      <Card title={`${name}, by design`}>
        <Table label={`${name}, by design`} columns={['Design', 'Sold', 'Sales']}>
          {designs.map(({ id, title, ...sold }) => (
            <tr key={id}>
              <td data-label="Design" data-free>
                <Link to={`/designs/${id}`}>{title}</Link>
              </td>
              <Sold {...sold} />
            </tr>
          ))}
          {otherDesigns.count > 0 && (
            <tr>
              <td data-label="Design">{counted(otherDesigns.count, 'other design')}</td>
              <Sold {...otherDesigns} />
            </tr>
          )}
        </Table>
      </Card>
    </>
  );
}

function Sold({ sold, net }: { readonly sold: number; readonly net: number }) {
  return (
    <>
      <td data-label="Sold">{sold.toLocaleString('en-US')}</td>
      <td data-label="Sales">{formatUsd(net)}</td>
    </>
  );
}
