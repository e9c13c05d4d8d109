import { format } from 'date-fns/format';
import { type SubmitEvent, useState } from 'react';
import { Navigate, useNavigate } from 'react-router';
import type { Design } from '#contract/studio/design-record.ts';
import { Button } from '#ui/button.tsx';
import { LeaveGuard } from '../../ui/leave-guard.tsx';
import { Page } from '../../ui/page.tsx';
import { AudienceCard } from './audience-card.tsx';
import { DesignConflicts } from './design-conflicts.tsx';
import styles from './design-editor.module.css';
import { DetailsCard } from './details-card.tsx';
import { DesignFiles } from './files/design-files.tsx';
import { KeywordsCard } from './keywords-card.tsx';
import { PriceCard } from './price-card.tsx';
import { SortingCard } from './sorting-card.tsx';
import { StatusCard } from './status-card.tsx';
import { type DesignForm, useDesignForm } from './use-design-form.ts';
import { type Planning, usePlannedPublication } from './use-planned-publication.ts';

interface DesignEditorProps {
  readonly design: Design;
  readonly onSaved: (design: Design) => void;
}

export function DesignEditor({ design, onSaved }: DesignEditorProps) {
  const form = useDesignForm(design, onSaved);
  const planning = usePlannedPublication(design, form, onSaved);
  const navigate = useNavigate();
  const [isDeleted, setDeleted] = useState(false);

  function submit(event: SubmitEvent): void {
    event.preventDefault();
    void form.save();
  }

  /** The preview shows what is saved, so it saves first. */
  async function preview(): Promise<void> {
    if (form.isDirty && !(await form.save())) return;
    navigate(`/designs/${design.id}/preview`);
  }

  /** Planning saves the fields first. */
  async function saveAll(): Promise<boolean> {
    return planning.isDirty ? planning.planTyped() : (await form.save()) !== null;
  }

  // Rendered instead of the editor, so that unsaved changes don't block the navigation.
  if (isDeleted) return <Navigate to="/designs" replace />;
  return (
    <Page
      title={design.title}
      back={{ to: '/designs', label: 'All designs' }}
      actions={
        <Button variant="paper" onClick={() => void preview()}>
          {form.isDirty ? 'Save and preview' : 'Preview as a buyer'}
        </Button>
      }
    >
      <div className={styles.editor}>
        <StatusCard
          design={design}
          form={form}
          planning={planning}
          onMoved={onSaved}
          onDeleted={() => setDeleted(true)}
        />
        <form className={styles.form} id="design" onSubmit={submit} noValidate>
          <div className={styles.parts}>
            <DetailsCard form={form} />
            <PriceCard form={form} discountedPrice={design.discountedPrice} />
          </div>
          <div className={styles.parts}>
            <SortingCard form={form} />
            <AudienceCard form={form} />
            <KeywordsCard form={form} />
          </div>
        </form>
        <DesignFiles designId={design.id} />
        <SaveBar form={form} planning={planning} design={design} />
      </div>
      <LeaveGuard isDirty={form.isDirty || planning.isDirty} onSave={saveAll} />
    </Page>
  );
}

interface SaveBarProps {
  readonly form: DesignForm;
  readonly planning: Planning;
  readonly design: Design;
}

function SaveBar({ form, planning, design }: SaveBarProps) {
  return (
    <div className={styles.bar}>
      <DesignConflicts form={form} design={design} />
      <p className="soft" role="status">
        {stateOf(form, planning)}
      </p>
      <Button
        type="submit"
        form="design"
        aria-disabled={form.isSaving || !form.isDirty}
        aria-busy={form.isSaving}
      >
        {form.isSaving ? 'Saving…' : 'Save'}
      </Button>
    </div>
  );
}

function stateOf({ isDirty, savedAt }: DesignForm, planning: Planning): string {
  if (isDirty) return 'Unsaved changes';
  if (planning.isDirty) return 'The time to publish isn’t planned yet';
  return savedAt ? `Saved ${format(savedAt, 'HH:mm')}` : 'All saved';
}
