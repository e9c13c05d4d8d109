import type { CommissionFigures } from '#contract/studio/reports.ts';
import { Table } from '../../ui/table.tsx';
import { ReportCard } from './report-card.tsx';

interface CommissionsReportProps {
  readonly now: CommissionFigures;
  readonly before: CommissionFigures | undefined;
}

const rows = [
  ['Quoted', 'quoted'],
  ['Accepted', 'accepted'],
  ['Delivered', 'delivered'],
  ['Days to deliver, median', 'medianDays'],
  ['Days to deliver, longest', 'longestDays'],
  ['Refunded', 'refunded'],
] as const;

/** What became of custom requests in a range of days. */
export default function CommissionsReport({ now, before }: CommissionsReportProps) {
  const isEmpty = Object.values(now).every((value) => !value);
  const written = (value: number | null | undefined) => value?.toLocaleString('en-US') ?? '—';
  return (
    <ReportCard
      title="Custom requests"
      text="Days from the payment to the first delivery."
      table="commissions"
      empty={isEmpty ? 'No custom requests were quoted or drawn in this period.' : null}
    >
      <Table label="Custom requests" columns={['Custom requests', 'Now', 'Before']}>
        {rows.map(([name, key]) => (
          <tr key={key}>
            <td data-label="Custom requests" data-free>
              {name}
            </td>
            <td data-label="Now">{written(now[key])}</td>
            <td data-label="Before">{written(before?.[key])}</td>
          </tr>
        ))}
      </Table>
    </ReportCard>
  );
}
