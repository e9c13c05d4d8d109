import { useState } from 'react';
import {
  type BackupRunView,
  dataCalls,
  type ExportTable,
  exportTables,
} from '#contract/studio/data.ts';
import { messageOf } from '#contract/wire/api-error.ts';
import { pathOf } from '#contract/wire/call.ts';
import { counted } from '#contract/wire/counted.ts';
import { Button } from '#ui/button.tsx';
import { formatBytes } from '#ui/format-bytes.ts';
import { toast } from '#ui/toast.ts';
import { request } from '../../api/studio-client.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { Answered } from '../../ui/answered.tsx';
import { Card } from '../../ui/card.tsx';
import { DownloadButton } from '../../ui/download-button.tsx';
import { Page } from '../../ui/page.tsx';
import parts from '../../ui/parts.module.css';
import { BackupTable } from './backup-table.tsx';
import styles from './data-screen.module.css';
import { DaysCard } from './days-card.tsx';
import { MonthsCard } from './months-card.tsx';
import { RunProgress } from './run-progress.tsx';

const labels: Readonly<Record<ExportTable, string>> = {
  designs: 'Designs',
  orders: 'Orders',
  payments: 'Payments and refunds',
  months: 'Months',
  commissions: 'Custom requests',
  customers: 'Buyers',
  licences: 'Licence texts',
};

/** Poll interval while a backup is running. */
const pollMs = 1000;

/** Exports of the shop's data: tables, files, and backups of everything. */
export default function DataScreen() {
  const data = useAnswer(dataCalls.data, { pollMs: ({ run }) => isOnItsWay(run) && pollMs });

  return (
    <Page title="Data" text="Everything in the shop is yours to export.">
      <Answered of={data}>
        {({ tables, files, backups, machine, newestElsewhere, run }) => (
          <div className={parts.parts}>
            <Card
              title="Export"
              text="Tables open in any spreadsheet. Files are exported as they are, in a folder per design."
            >
              <ul className={styles.exports}>
                {exportTables.map((table) => (
                  <li key={table}>
                    <DownloadButton
                      variant="paper"
                      href={pathOf(dataCalls.exportTable, { table })}
                      aria-label={`${labels[table]} as CSV, ${counted(tables[table], 'row')}`}
                    >
                      {labels[table]}
                    </DownloadButton>
                    <span className="note">{counted(tables[table], 'row')}, CSV</span>
                  </li>
                ))}
                <li>
                  <DownloadButton
                    variant="paper"
                    href={pathOf(dataCalls.exportFiles)}
                    aria-label={`Files of the designs as ZIP, ${formatBytes(files.bytes)}`}
                  >
                    Files
                  </DownloadButton>
                  <span className="note">
                    {counted(files.count, 'file')}, {formatBytes(files.bytes)}, ZIP
                  </span>
                </li>
              </ul>
            </Card>
            <DaysCard />
            <MonthsCard />
            <Card
              title="Backups"
              text="The whole shop, backed up every night at 3:00 server time. Seven nightly backups and seven on-request ones are kept. A download can be restored. It contains everything, so keep it safe."
            >
              <RunProgress run={run} backups={backups.length} />
              <BackUpNow isUnderWay={isOnItsWay(run)} onAsked={data.reload} />
              <BackupTable backups={backups} machine={machine} newestElsewhere={newestElsewhere} />
            </Card>
          </div>
        )}
      </Answered>
    </Page>
  );
}

function BackUpNow({
  isUnderWay,
  onAsked,
}: {
  readonly isUnderWay: boolean;
  readonly onAsked: () => Promise<void>;
}) {
  const [isAsking, setAsking] = useState(false);

  async function ask(): Promise<void> {
    if (isAsking || isUnderWay) return;
    setAsking(true);
    try {
      await request(dataCalls.backUp);
      await onAsked();
    } catch (error) {
      toast.error(messageOf(error, 'The shop can’t be reached. Please try again.'));
    }
    setAsking(false);
  }

  const isBusy = isAsking || isUnderWay;
  return (
    <Button
      className={styles.now ?? ''}
      aria-disabled={isBusy}
      aria-busy={isBusy}
      onClick={() => void ask()}
    >
      Back up now
    </Button>
  );
}

function isOnItsWay(run: BackupRunView): boolean {
  return run !== null && run.state !== 'failed';
}
