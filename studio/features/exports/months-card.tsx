import { useState } from 'react';
import { paperSizeFor } from '#contract/shop/paper.ts';
import { type BookedMonth, bookCalls } from '#contract/studio/books.ts';
import { pathOf } from '#contract/wire/call.ts';
import { counted } from '#contract/wire/counted.ts';
import { formatUsd } from '#contract/wire/money.ts';
import { Button } from '#ui/button.tsx';
import { EmptyScene } from '#ui/empty-scene.tsx';
import { request } from '../../api/studio-client.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { Answered } from '../../ui/answered.tsx';
import { Card } from '../../ui/card.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { DownloadButton } from '../../ui/download-button.tsx';
import { Instant } from '../../ui/instant.tsx';
import { Table } from '../../ui/table.tsx';
import { exportPath } from './export-path.ts';

/** What each month came to, with its papers. One that is over can be closed. */
export function MonthsCard() {
  const books = useAnswer(bookCalls.books);
  const [asked, setAsked] = useState<string | null>(null);
  return (
    <Card
      title="Months"
      text="Close a month once your adviser has its figures: they stay as they are. What changes of its orders later is a correction in the month that is open."
    >
      <Answered of={books}>
        {({ months, isTrial }) =>
          months.length === 0 ? (
            <EmptyScene scene="empty" level={3} title="No payments yet" />
          ) : (
            <>
              {isTrial && (
                <p className="note">
                  You’re trying things out: these payments moved no money. Once the shop sells for
                  real they no longer count, and months can be closed.
                </p>
              )}
              <Table
                label="Months"
                columns={['Month', 'Paid', 'Refunded', 'Corrections', 'Fees', 'Net', 'Closed', '']}
              >
                {months.map((month) => (
                  <MonthRow key={month.month} month={month} onClose={setAsked} />
                ))}
              </Table>
            </>
          )
        }
      </Answered>
      {asked !== null && (
        <Confirm
          title={`Close ${asked}?`}
          action="Close the month"
          onConfirm={async () =>
            books.set(await request(bookCalls.closeMonth, { params: { month: asked } }))
          }
          onClose={() => setAsked(null)}
        >
          <p>Its figures never change again, and nobody can open it. This can’t be undone.</p>
        </Confirm>
      )}
    </Card>
  );
}

interface MonthRowProps {
  readonly month: BookedMonth;
  readonly onClose: (month: string) => void;
}

function MonthRow({ month: row, onClose }: MonthRowProps) {
  const { month, orders, paid, refunds, refunded, corrections, corrected, fees, net } = row;
  const { unknownFees, state, closed } = row;
  const size = paperSizeFor(navigator.language);
  return (
    <tr>
      <td data-label="Month" data-whole>
        {month}
      </td>
      <td data-label="Paid">
        {formatUsd(paid)} <span className="note">{counted(orders, 'order')}</span>
      </td>
      <td data-label="Refunded">
        {formatUsd(refunded)} <span className="note">{counted(refunds, 'refund')}</span>
      </td>
      <td data-label="Corrections">
        {corrections === 0 ? '—' : `${formatUsd(corrected)} (${corrections})`}
      </td>
      <td data-label="Fees">
        {formatUsd(fees)}
        {unknownFees > 0 && <span className="note"> {unknownFees} unknown</span>}
      </td>
      <td data-label="Net">{formatUsd(net)}</td>
      <td data-label="Closed">
        {closed ? (
          <>
            <Instant at={closed.at} /> by {closed.by}
          </>
        ) : state === 'running' ? (
          'Not over yet'
        ) : (
          'Open'
        )}
      </td>
      <td className="row-2">
        <DownloadButton
          variant="quiet"
          aria-label={`Overview of ${month} as PDF`}
          href={pathOf(bookCalls.monthOverview, { month, size })}
        >
          PDF
        </DownloadButton>
        <DownloadButton
          variant="quiet"
          aria-label={`Payments and refunds of ${month} as CSV`}
          href={exportPath('payments', { month })}
        >
          CSV
        </DownloadButton>
        {state === 'next' && (
          <Button variant="paper" aria-label={`Close ${month}`} onClick={() => onClose(month)}>
            Close
          </Button>
        )}
      </td>
    </tr>
  );
}
