import type { StudioCallAnswer } from '#contract/studio/calls.ts';
import { reportCalls } from '#contract/studio/reports.ts';
import { todayCalls } from '#contract/studio/today.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { Answered } from '../../ui/answered.tsx';
import { Page } from '../../ui/page.tsx';
import parts from '../../ui/parts.module.css';
import { FailedMails } from './failed-mails.tsx';
import { Figures } from './figures.tsx';
import { PaymentNotice } from './payment-notice.tsx';
import { PreviewsNotice } from './previews-notice.tsx';
import { RangeChoice } from './range-choice.tsx';
import { SalesReport } from './sales-report.tsx';
import { StorageNotice } from './storage-notice.tsx';
import { useRange } from './use-range.ts';
import { Waiting } from './waiting.tsx';

/** The shop's current state: what is wrong, the figures of a range of days, and work waiting for staff. */
export default function TodayScreen() {
  const chosen = useRange();
  const today = useAnswer(todayCalls.today);
  const report = useAnswer(reportCalls.report, { query: chosen });
  return (
    <Page title="Today">
      <div className={parts.parts}>
        {today.answer && <Notices {...today.answer} />}
        <Answered of={report}>
          {(answer) => (
            <div className={parts.parts}>
              <RangeChoice range={chosen.range} report={answer} />
              <Figures totals={answer.totals} before={answer.before} />
            </div>
          )}
        </Answered>
        <Answered of={today}>
          {({ waiting, backup }) => (
            <div className={parts.parts}>
              <Waiting waiting={waiting} backup={backup} onChange={today.reload} />
              {waiting.failedMails > 0 && <FailedMails onChange={today.reload} />}
            </div>
          )}
        </Answered>
        {report.answer && (
          <Answered of={report}>
            {(answer) => (
              <div className={parts.parts}>
                <SalesReport report={answer} />
              </div>
            )}
          </Answered>
        )}
      </div>
    </Page>
  );
}

function Notices({ payments, previews, storage }: StudioCallAnswer<'today'>) {
  return (
    <>
      {payments.length > 0 && <PaymentNotice payments={payments} />}
      {previews && <PreviewsNotice previews={previews} />}
      {storage.isLow && <StorageNotice storage={storage} />}
    </>
  );
}
