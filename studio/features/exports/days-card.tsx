import { useState } from 'react';
import { exportMessages } from '#contract/studio/data.ts';
import { Checkbox } from '#ui/checkbox.tsx';
import { TextField } from '#ui/text-field.tsx';
import { Card } from '../../ui/card.tsx';
import { DownloadButton } from '../../ui/download-button.tsx';
import styles from './data-screen.module.css';
import { exportPath } from './export-path.ts';

/** Exports payments and orders of some days of the shop. */
export function DaysCard() {
  const [from, setFrom] = useState('');
  const [until, setUntil] = useState('');
  const [isWhole, setWhole] = useState(true);
  const isWrong = from !== '' && until !== '' && from > until;
  const days = { ...(from !== '' && { from }), ...(until !== '' && { until }) };
  return (
    <Card
      title="Some days"
      text="Payments and refunds by their own day, orders by the day on which they were made. Days of the shop’s time zone; an empty field has no limit."
    >
      <div className={styles.exports}>
        <TextField label="From" type="date" value={from} onChange={setFrom} />
        <TextField
          label="Until"
          type="date"
          value={until}
          onChange={setUntil}
          error={isWrong ? exportMessages.days : undefined}
        />
      </div>
      <Checkbox checked={isWhole} onChange={setWhole}>
        With cancelled orders
      </Checkbox>
      {!isWrong && (
        <div className="row-3">
          <DownloadButton variant="paper" href={exportPath('payments', days)}>
            Payments of these days
          </DownloadButton>
          <DownloadButton
            variant="paper"
            href={exportPath('orders', { ...days, cancelled: isWhole ? 'with' : 'without' })}
          >
            Orders of these days
          </DownloadButton>
        </div>
      )}
    </Card>
  );
}
