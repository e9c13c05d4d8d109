import type { ReactNode } from 'react';
import type { Look } from '#contract/studio/look.ts';
import { publishMessages } from '#contract/studio/publish-messages.ts';
import type { StudioSettings } from '#contract/studio/settings.ts';
import { Card } from '../../ui/card.tsx';
import form from '../../ui/form.module.css';
import type { Draft } from './content-fields.ts';
import { FieldTexts } from './field-texts.tsx';
import { PreviewFrame } from './preview-frame.tsx';
import styles from './section-editor.module.css';
import type { SectionEditorProps } from './section-editor.tsx';
import { sections } from './sections.tsx';
import { VersionHistory } from './version-history.tsx';

/** A section beside its preview, for staff who may read but not publish it. */
export function SectionReader({
  section,
  versions,
  settings,
  look,
}: Pick<SectionEditorProps, 'section' | 'versions' | 'settings' | 'look'>) {
  const [inForce] = versions;
  const { label, fields } = sections[section];
  const content = inForce.content as Draft;
  const preview = sections[section].preview as (
    content: Draft,
    settings: StudioSettings,
    look: Look,
  ) => ReactNode;
  return (
    <div className={styles.editor}>
      <div className={form.form}>
        <p className={form.notice}>{publishMessages.termsOfOwners}</p>
        <Card title={label}>
          <FieldTexts specs={fields} content={content} />
        </Card>
      </div>
      <div className={styles.preview}>
        <PreviewFrame look={look}>{preview(content, settings, look)}</PreviewFrame>
      </div>
      <div className={styles.history}>
        <VersionHistory specs={fields} versions={versions} isDirty={false} onRestore={null} />
      </div>
    </div>
  );
}
