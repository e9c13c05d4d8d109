import { useId, useState } from 'react';
import type { StudioCallAnswer } from '#contract/studio/calls.ts';
import type { ImportState } from '#contract/studio/imports.ts';
import { ApiError } from '#contract/wire/api-error.ts';
import { Button } from '#ui/button.tsx';
import { Select } from '#ui/select.tsx';
import { toast } from '#ui/toast.ts';
import { request } from '../../api/studio-client.ts';
import { Card } from '../../ui/card.tsx';
import formStyles from '../../ui/form.module.css';
import { counted } from './import-words.tsx';
import styles from './imports.module.css';

type Report = StudioCallAnswer<'importReport'>;

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
  const stop = () => step(() => request('stopImport', { params }));
  if (report.import.state === 'planned') {
    const begin = (categories: Record<string, string | null>) =>
      step(() => request('startImport', { params, body: { categories } }));
    return <Planned report={report} isBusy={isBusy} onBegin={begin} onStop={stop} />;
  }
  if (report.import.state === 'importing') {
    return <UnderWay report={report} isBusy={isBusy} onStop={stop} />;
  }
  const told = ended[report.import.state];
  return told ? <p className={styles.soft}>{told}</p> : null;
}

const ended: Partial<Record<ImportState, string>> = {
  stopped:
    'What was already imported stays. Choose the same file again to continue; nothing is imported twice.',
  discarded: 'Nothing was imported. Choose the file again if you need it after all.',
};

interface PlannedProps {
  readonly report: Report;
  readonly isBusy: boolean;
  readonly onBegin: (categories: Record<string, string | null>) => void;
  readonly onStop: () => void;
}

function Planned({ report, isBusy, onBegin, onStop }: PlannedProps) {
  const { designs, source } = report.import;
  const isWorthIt = designs.created + designs.updated > 0;
  const [chosen, setChosen] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(report.types.map(({ name, categoryId }) => [name, categoryId ?? ''])),
  );

  function begin(): void {
    onBegin(Object.fromEntries(Object.entries(chosen).map(([type, id]) => [type, id || null])));
  }

  return (
    <Card
      title={isWorthIt ? 'This is a dry run' : 'Nothing in this file is new'}
      text={
        isWorthIt
          ? 'Nothing has changed yet. Designs become drafts, hidden until you publish them. Published designs and drafts edited here are never overwritten.'
          : 'The rows below say why each one will be skipped.'
      }
    >
      {isWorthIt && source === 'shopify' && (
        <p>Shopify’s file has no currency: prices are read as US dollars.</p>
      )}
      {isWorthIt && report.types.length > 0 && report.categories.length > 0 && (
        <fieldset className={styles.types}>
          <legend>Categories for its product types, remembered for the next import</legend>
          {report.types.map(({ name, designs }) => (
            <Select
              key={name}
              label={`${name} (${designs.toLocaleString('en-US')})`}
              placeholder="No category"
              options={report.categories.map(({ _id, name: label }) => ({ value: _id, label }))}
              value={chosen[name] ?? ''}
              onChange={(id) => setChosen((before) => ({ ...before, [name]: id }))}
            />
          ))}
        </fieldset>
      )}
      <div className={formStyles.actions}>
        {isWorthIt && (
          <Button aria-disabled={isBusy} aria-busy={isBusy} onClick={begin}>
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
      <div className={formStyles.actions}>
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
