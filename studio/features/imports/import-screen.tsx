import { useEffect, useRef } from 'react';
import { useParams } from 'react-router';
import { importCalls } from '#contract/studio/imports.ts';
import { pathOf } from '#contract/wire/call.ts';
import { announce } from '#ui/announcer.tsx';
import { buttonClass } from '#ui/button.tsx';
import { useAnswer } from '../../api/use-answer.ts';
import { Answered } from '../../ui/answered.tsx';
import { Page } from '../../ui/page.tsx';
import parts from '../../ui/parts.module.css';
import { ImportCounts } from './import-counts.tsx';
import { ImportPictures } from './import-pictures.tsx';
import { ImportRows } from './import-rows.tsx';
import { ImportSteps } from './import-steps.tsx';
import { sourceNames } from './import-words.tsx';

/** Poll interval while an import is running. */
const pollMs = 1500;

/** The report of an import: the planned outcome of each row, the progress, and the result. */
export default function ImportScreen() {
  const { importId = '' } = useParams();
  const report = useAnswer(importCalls.importReport, {
    params: { importId },
    pollMs: ({ import: { state } }) => (state === 'planning' || state === 'importing') && pollMs,
  });
  const found = report.answer?.import ?? null;
  const isUnderWay = found?.state === 'importing';
  const isPlanning = found?.state === 'planning';

  const wasUnderWay = useRef(false);
  useEffect(() => {
    if (wasUnderWay.current && !isUnderWay) announce('Import finished.');
    wasUnderWay.current = isUnderWay;
  }, [isUnderWay]);
  const wasPlanning = useRef(false);
  useEffect(() => {
    if (wasPlanning.current && !isPlanning) announce('The preview is ready.');
    wasPlanning.current = isPlanning;
  }, [isPlanning]);

  return (
    <Page
      title={found ? found.fileName : 'Import'}
      text={found && `From ${sourceNames[found.source]}, uploaded by ${found.actor}.`}
      back={{ to: '/imports', label: 'All imports' }}
      actions={
        found && (
          <a
            className={buttonClass({ variant: 'paper' })}
            href={pathOf(importCalls.importReportFile, { importId })}
            download
          >
            Download the report
          </a>
        )
      }
    >
      <Answered of={report}>
        {(answer) => (
          <div className={parts.parts}>
            {answer.import.state !== 'planning' && <ImportCounts of={answer.import} />}
            <ImportSteps report={answer} onChange={() => void report.reload()} />
            {answer.import.pictures.failed > 0 && (
              <ImportPictures of={answer.import} onRetry={() => void report.reload()} />
            )}
            {answer.import.state !== 'planning' && (
              <ImportRows key={answer.import.state} of={answer.import} />
            )}
          </div>
        )}
      </Answered>
    </Page>
  );
}
