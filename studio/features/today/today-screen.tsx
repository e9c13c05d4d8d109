import { useAnswer } from '../../api/use-answer.ts';
import { Answered } from '../../ui/answered.tsx';
import { Page } from '../../ui/page.tsx';
import parts from '../../ui/parts.module.css';
import { FailedMails } from './failed-mails.tsx';
import { PaymentNotice } from './payment-notice.tsx';
import { PreviewsNotice } from './previews-notice.tsx';
import { RangeChoice } from './range-choice.tsx';
import { SalesReport } from './sales-report.tsx';
import { StorageNotice } from './storage-notice.tsx';
import { useRange } from './use-range.ts';
import { Waiting } from './waiting.tsx';

/** The shop's current state: work waiting for staff, and the figures of a range of days. */
export default function TodayScreen() {
  const chosen = useRange();
  const today = useAnswer('today');
  const report = useAnswer('report', { query: chosen });
  return (
    <Page title="Today">
      <div className={parts.parts}>
        <Answered of={today}>
          {({ waiting, backup, storage, payments, previews }) => (
            <div className={parts.parts}>
              {payments.length > 0 && <PaymentNotice payments={payments} />}
              {previews && <PreviewsNotice previews={previews} />}
              {storage.isLow && <StorageNotice storage={storage} />}
              <Waiting waiting={waiting} backup={backup} onChange={today.reload} />
              {waiting.failedMails > 0 && <FailedMails onChange={today.reload} />}
            </div>
          )}
        </Answered>
        <Answered of={report}>
          {(answer) => (
            <div className={parts.parts}>
              <RangeChoice range={chosen.range} report={answer} />
              <SalesReport report={answer} />
            </div>
          )}
        </Answered>
      </div>
    </Page>
  );
}
