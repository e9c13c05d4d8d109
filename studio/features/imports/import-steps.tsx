import { useId, useState } from 'react';
import type { ImportChoices } from '#contract/studio/import-choices.ts';
import { type ImportState, importCalls } from '#contract/studio/imports.ts';
import { ApiError } from '#contract/wire/api-error.ts';
import { counted } from '#contract/wire/counted.ts';
import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toast.ts';
import { request } from '../../api/studio-client.ts';
import { Card } from '../../ui/card.tsx';
import { LeaveGuard } from '../../ui/leave-guard.tsx';
import { changesDryRun, choicesFrom, type Report, typedChoices } from './import-choices-form.ts';
import { ImportMapping } from './import-mapping.tsx';
import { ImportPrices } from './import-prices.tsx';
import { ImportSkus } from './import-skus.tsx';
import styles from './imports.module.css';

interface StepsProps {
  readonly report: Report;
  readonly onChange: () => void;
}

/** The actions possible in an import's current state. */
export function ImportSteps({ report, onChange }: StepsProps) {
  const [isBusy, setBusy] = useState(false);

  async function step(work: () => Promise<unknown>): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    try {
      await work();
      onChange();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      toast.error(error.message || 'The shop can’t be reached right now.');
    } finally {
      setBusy(false);
    }
  }

  const params = { importId: report.import._id };
  const stop = () => step(() => request(importCalls.stopImport, { params }));
  if (report.import.state === 'planned') {
    const plan = (body: ImportChoices) =>
      step(() => request(importCalls.planImport, { params, body }));
    const begin = (body: ImportChoices) =>
      step(() => request(importCalls.startImport, { params, body }));
    return <Planned report={report} isBusy={isBusy} onPlan={plan} onBegin={begin} onStop={stop} />;
  }
  if (report.import.state === 'planning') {
    return <Planning report={report} isBusy={isBusy} onStop={stop} />;
  }
  if (report.import.state === 'importing') {
    return <UnderWay report={report} isBusy={isBusy} onStop={stop} />;
  }
  const text = ended[report.import.state];
  return text ? <p className={styles.soft}>{text}</p> : null;
}

const ended: Partial<Record<ImportState, string>> = {
  stopped:
    'What was already imported stays. Choose the same file again to continue; nothing is imported twice.',
  discarded: 'Nothing was imported. Choose the file again if you need it after all.',
};

interface PlannedProps {
  readonly report: Report;
  readonly isBusy: boolean;
  readonly onPlan: (choices: ImportChoices) => void;
  readonly onBegin: (choices: ImportChoices) => void;
  readonly onStop: () => void;
}

function Planned({ report, isBusy, onPlan, onBegin, onStop }: PlannedProps) {
  const { designs } = report.import;
  const isWorthIt = designs.created + designs.updated > 0;
  const [initial] = useState(() => typedChoices(report, true));
  const [typed, setTyped] = useState(initial);
  const choices = choicesFrom(typed);
  const isOutdated = changesDryRun(report, typed);
  const change = (to: Partial<typeof typed>) => setTyped((before) => ({ ...before, ...to }));
  const act = (does: (choices: ImportChoices) => void) => {
    if (choices) does(choices);
  };

  return (
    <Card
      title={isWorthIt ? 'This is a preview' : 'Nothing in this file is new'}
      text={
        isWorthIt
          ? 'Nothing has changed yet. Designs become drafts, hidden until you publish them. Published designs and drafts edited here are never overwritten.'
          : 'The rows below say why each one will be skipped.'
      }
    >
      <LeaveGuard isDirty={JSON.stringify(typed) !== JSON.stringify(initial)} />
      <ImportPrices report={report} typed={typed} onChange={change} />
      <ImportSkus report={report} typed={typed} onChange={change} />
      {isWorthIt && <ImportMapping report={report} typed={typed} onChange={change} />}
      {isOutdated && (
        <p className={styles.note} role="status">
          You changed prices or tags. Update the preview to see what they become.
        </p>
      )}
      <div className="line-3">
        {isOutdated && (
          <Button aria-disabled={isBusy || !choices} aria-busy={isBusy} onClick={() => act(onPlan)}>
            Update the preview
          </Button>
        )}
        {isWorthIt && !isOutdated && (
          <Button aria-disabled={isBusy} aria-busy={isBusy} onClick={() => act(onBegin)}>
            Start import
          </Button>
        )}
        <Button variant="quiet" aria-disabled={isBusy} onClick={onStop}>
          Discard
        </Button>
      </div>
    </Card>
  );
}

function Planning({ report, isBusy, onStop }: UnderWayProps) {
  const { rows, fileRows } = report.import;
  return (
    <Card
      title="Preparing the preview…"
      text="You can leave this page: it continues, even after a restart."
    >
      <Progress label="Rows" done={rows.total} total={fileRows} />
      <div className="line-3">
        <Button variant="paper" aria-disabled={isBusy} aria-busy={isBusy} onClick={onStop}>
          Discard
        </Button>
      </div>
    </Card>
  );
}

interface UnderWayProps {
  readonly report: Report;
  readonly isBusy: boolean;
  readonly onStop: () => void;
}

function UnderWay({ report, isBusy, onStop }: UnderWayProps) {
  const { designs, pictures } = report.import;
  return (
    <Card
      title="Importing…"
      text="You can leave this page: the import continues, even after a restart."
    >
      <Progress label="Designs" done={designs.done} total={designs.total} />
      {pictures.total > 0 && (
        <Progress label="Pictures" done={pictures.done + pictures.failed} total={pictures.total} />
      )}
      <div className="line-3">
        <Button variant="paper" aria-disabled={isBusy} aria-busy={isBusy} onClick={onStop}>
          Stop import
        </Button>
      </div>
    </Card>
  );
}

function Progress(props: {
  readonly label: string;
  readonly done: number;
  readonly total: number;
}) {
  const { label, done, total } = props;
  const id = useId();
  return (
    <div className={styles.progress}>
      <label htmlFor={id}>{label}</label>
      <progress id={id} value={done} max={total} />
      <span>
        {done.toLocaleString('en-US')} of {counted(total, label.slice(0, -1).toLowerCase())}
      </span>
    </div>
  );
}
