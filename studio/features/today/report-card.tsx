import type { ReactNode } from 'react';
import { type ReportTable, reportCalls } from '#contract/studio/reports.ts';
import { pathOf } from '#contract/wire/call.ts';
import { useMayCall } from '../../api/studio-session.ts';
import { Card } from '../../ui/card.tsx';
import { DownloadButton } from '../../ui/download-button.tsx';
import styles from './report-card.module.css';
import { useRange } from './use-range.ts';

interface ReportCardProps {
  readonly title: string;
  readonly text?: string;
  /** Its rows as CSV. */
  readonly table: ReportTable;
  /** Shown instead of the chart; null: there is something to show. */
  readonly empty: string | null;
  readonly children: ReactNode;
}

/** A part of the report, with its CSV. */
export function ReportCard({ title, text, table, empty, children }: ReportCardProps) {
  const range = new URLSearchParams({ ...useRange() });
  const mayExport = useMayCall(reportCalls.reportTable);
  return (
    <Card title={title} text={text}>
      {empty === null ? (
        <>
          {children}
          {mayExport && (
            <div className={styles.csv}>
              <DownloadButton
                variant="quiet"
                href={`${pathOf(reportCalls.reportTable, { table })}?${range}`}
                aria-label={`${title} as CSV`}
              >
                CSV
              </DownloadButton>
            </div>
          )}
        </>
      ) : (
        <p>{empty}</p>
      )}
    </Card>
  );
}
