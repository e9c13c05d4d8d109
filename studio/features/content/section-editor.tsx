import { type ReactNode, type SubmitEvent, useEffect, useRef, useState } from 'react';
import type { ContentSection } from '#contract/studio/content.ts';
import type { ContentVersion } from '#contract/studio/content-calls.ts';
import type { Look } from '#contract/studio/look.ts';
import type { StudioSettings } from '#contract/studio/settings.ts';
import { messageOf } from '#contract/wire/api-error.ts';
import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toast.ts';
import { Card } from '../../ui/card.tsx';
import { Conflicts } from '../../ui/conflicts.tsx';
import form from '../../ui/form.module.css';
import { LeaveGuard } from '../../ui/leave-guard.tsx';
import type { Draft } from './content-fields.ts';
import { FieldEditor } from './field-editor.tsx';
import { PreviewFrame } from './preview-frame.tsx';
import styles from './section-editor.module.css';
import { sections } from './sections.tsx';
import { TermsQuestion } from './terms-question.tsx';
import { useContentForm } from './use-content-form.ts';
import { VersionHistory } from './version-history.tsx';

export interface SectionEditorProps {
  readonly section: ContentSection;
  /** Newest first. */
  readonly versions: readonly [ContentVersion, ...ContentVersion[]];
  readonly settings: StudioSettings;
  /** The shop's look in force. */
  readonly look: Look;
  readonly onPublished: (answer: { versions: ContentVersion[] }) => void;
  /** Reloads what somebody else published. Returns null if that failed. */
  readonly reload: () => Promise<{ versions: ContentVersion[] } | null>;
}

/** Edits a section beside its preview, publishes it, and restores earlier versions. */
export function SectionEditor({ settings, look, ...props }: SectionEditorProps) {
  const { section, versions } = props;
  const { label, fields, isGrid, remarks } = sections[section];
  const preview = sections[section].preview as (
    draft: Draft,
    settings: StudioSettings,
    look: Look,
  ) => ReactNode;
  /** Answers the question that is open. */
  const [answer, setAnswer] = useState<((isCorrection: boolean | null) => void) | null>(null);
  const editor = useContentForm({ ...props, specs: fields, askMore });
  const element = useRef<HTMLFormElement>(null);
  /** The version published on this screen, which can be undone until something else is done. */
  const [published, setPublished] = useState<number | null>(null);
  const [failures, setFailures] = useState(0);
  const [inForce, previous] = versions;
  const canUndo = published === inForce.version && !editor.isDirty;
  useEffect(() => {
    if (failures === 0) return;
    element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [failures]);

  async function submit(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    const version = await editor.submit();
    setPublished(version);
    if (version === null) setFailures((count) => count + 1);
  }

  async function askMore(): Promise<object | null> {
    if (section !== 'terms') return {};
    const isCorrection = await new Promise<boolean | null>((resolve) => setAnswer(() => resolve));
    setAnswer(null);
    return isCorrection === null ? null : { isCorrection };
  }

  async function undo(version: ContentVersion): Promise<void> {
    try {
      await editor.restore(version);
      setPublished(null);
    } catch (error) {
      toast.error(messageOf(error, 'The shop can’t be reached. Nothing was undone yet.'));
    }
  }

  return (
    <div className={styles.editor}>
      <LeaveGuard isDirty={editor.isDirty} />
      <TermsQuestion isOpen={answer !== null} onAnswer={(given) => answer?.(given)} />
      <form ref={element} className={form.form} onSubmit={(event) => void submit(event)} noValidate>
        <Card title={label}>
          <div className={isGrid ? styles.grid : styles.fields}>
            <FieldEditor
              specs={fields}
              draft={editor.draft}
              onChange={editor.change}
              errorAt={editor.errorAt}
            />
          </div>
        </Card>
        {remarks?.(editor.draft, editor.change)}
        {editor.conflicts && <Conflicts {...editor.conflicts} isPublished />}
        <div className="line-3">
          <Button
            type="submit"
            disabled={!editor.isDirty}
            aria-disabled={editor.isSending}
            aria-busy={editor.isSending}
          >
            {editor.isSending ? 'Publishing…' : 'Publish'}
          </Button>
          {editor.isDirty && (
            <Button variant="quiet" onClick={editor.discard}>
              Discard changes
            </Button>
          )}
        </div>
        {canUndo && previous && (
          <p className={form.notice} role="status">
            Version {inForce.version} is in force.
            <Button
              variant="paper"
              aria-busy={editor.isSending}
              onClick={() => void undo(previous)}
            >
              Undo
            </Button>
          </p>
        )}
      </form>
      <div className={styles.preview}>
        <PreviewFrame look={section === 'look' ? (editor.draft as Look) : look}>
          {preview(editor.draft, settings, look)}
        </PreviewFrame>
      </div>
      <div className={styles.history}>
        <VersionHistory
          specs={fields}
          versions={versions}
          isDirty={editor.isDirty}
          onRestore={editor.restore}
        />
      </div>
    </div>
  );
}
