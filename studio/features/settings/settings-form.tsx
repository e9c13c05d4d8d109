import { useState } from 'react';
import { Link } from 'react-router';
import type { StudioCallInput } from '#contract/studio/calls.ts';
import { type StudioSettings, settingsCalls } from '#contract/studio/settings.ts';
import { messageOf } from '#contract/wire/api-error.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/text-field.tsx';
import { toast } from '#ui/toast.ts';
import { request } from '../../api/studio-client.ts';
import { Card } from '../../ui/card.tsx';
import { Conflicts } from '../../ui/conflicts.tsx';
import styles from '../../ui/form.module.css';
import { LeaveGuard } from '../../ui/leave-guard.tsx';
import { useSharedForm } from '../../ui/use-shared-form.ts';
import editor from '../content/section-editor.module.css';
import {
  editedSettings,
  settingsFormSchema,
  settingsShape,
  settingsWords,
} from './settings-form-fields.ts';
import { SettingsPreview } from './settings-preview.tsx';

type Changes = StudioCallInput<'saveSettings'>['body'];

interface SettingsFormProps {
  readonly settings: StudioSettings;
  readonly onSaved: (settings: StudioSettings) => void;
  /** Reloads what somebody else saved. */
  readonly reload: () => Promise<StudioSettings | null>;
}

/** The form of the shop's brand beside its preview. */
export function SettingsForm({ settings, onSaved, reload }: SettingsFormProps) {
  /** What takes the last save back, until something else is done. */
  const [undo, setUndo] = useState<Changes | null>(null);
  const form = useSharedForm({
    schema: settingsFormSchema,
    saved: settings,
    editedOf: editedSettings,
    shape: settingsShape,
    words: settingsWords,
    save,
    onSaved,
    reload,
    success: 'Saved. The shop shows it in a moment.',
  });
  const isDuo = form.values.isDuo !== '';

  async function save(body: Changes): Promise<StudioSettings> {
    const saved = await request(settingsCalls.saveSettings, { body });
    // A shop that is being set up has nothing to go back to.
    if (settings.savedAt !== null) setUndo({ base: editedSettings(saved), changes: body.base });
    return saved;
  }

  async function takeBack(body: Changes): Promise<void> {
    try {
      onSaved(await request(settingsCalls.saveSettings, { body }));
      setUndo(null);
      toast.success('Undone. The shop shows it in a moment.');
    } catch (error) {
      toast.error(messageOf(error, 'The shop can’t be reached. Nothing was undone yet.'));
    }
  }

  return (
    <div className={editor.editor}>
      <form className={styles.form} onSubmit={form.submit} noValidate>
        <LeaveGuard isDirty={form.isDirty} />
        <Card
          title="The shop"
          text="Shown on every page, in every e-mail and in the installed app."
        >
          <TextField label="Name" required autoComplete="off" {...form.field('name')} />
          <TextField
            label="Social network"
            hint="A web address or an Instagram name, linked in the top strip and the footer. Leave empty for no link."
            autoComplete="off"
            {...form.field('socialLink')}
          />
        </Card>
        <Card
          title="The designers"
          text="Named in the footer and on each licence. A designer without a studio account gets custom requests and alerts by e-mail."
        >
          <div className={styles.pair}>
            <TextField
              label="First designer"
              required
              autoComplete="off"
              {...form.field('designers.0.name')}
            />
            <TextField
              label="E-mail of the first designer"
              type="email"
              required
              autoComplete="off"
              {...form.field('designers.0.email')}
            />
          </div>
          {isDuo && (
            <div className={styles.pair}>
              <TextField
                label="Second designer"
                required
                autoComplete="off"
                {...form.field('designers.1.name')}
              />
              <TextField
                label="E-mail of the second designer"
                type="email"
                required
                autoComplete="off"
                {...form.field('designers.1.email')}
              />
            </div>
          )}
          <div>
            <Button
              variant="quiet"
              onClick={() => form.field('isDuo').onChange(isDuo ? '' : 'yes')}
            >
              {isDuo ? 'Remove the second designer' : 'Add a second designer'}
            </Button>
          </div>
        </Card>
        <Card title="Terms and conditions">
          <p>
            Buyers accept version {settings.termsVersion}. Publishing new terms under{' '}
            <Link to="/texts/terms">Shop texts › Terms</Link> changes it.
          </p>
        </Card>
        {form.conflicts && <Conflicts {...form.conflicts} />}
        <div className="line-3">
          <Button {...form.button}>{form.isSending ? 'Saving…' : 'Save'}</Button>
          <Link to="/done?action=changed+the+settings">Earlier settings</Link>
        </div>
        {undo && !form.isDirty && (
          <p className={styles.notice} role="status">
            The new settings are saved.
            <Button variant="paper" onClick={() => void takeBack(undo)}>
              Undo
            </Button>
          </p>
        )}
      </form>
      <div className={editor.preview}>
        <SettingsPreview settings={settingsShape.editedFrom(form.values)} />
      </div>
    </div>
  );
}
