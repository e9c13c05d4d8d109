import { Link } from 'react-router';
import type { StudioSettings } from '#contract/studio/settings.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/text-field.tsx';
import { request } from '../../api/studio-client.ts';
import { Card } from '../../ui/card.tsx';
import { Conflicts } from '../../ui/conflicts.tsx';
import styles from '../../ui/form.module.css';
import { LeaveGuard } from '../../ui/leave-guard.tsx';
import { useSharedForm } from '../../ui/use-shared-form.ts';
import {
  editedSettings,
  settingsFormSchema,
  settingsShape,
  settingsWords,
} from './settings-form-fields.ts';

interface SettingsFormProps {
  readonly settings: StudioSettings;
  readonly onSaved: (settings: StudioSettings) => void;
  /** Reloads what somebody else saved. */
  readonly reload: () => Promise<StudioSettings | null>;
}

/** The form of the shop's brand. */
export function SettingsForm({ settings, onSaved, reload }: SettingsFormProps) {
  const form = useSharedForm({
    schema: settingsFormSchema,
    saved: settings,
    editedOf: editedSettings,
    shape: settingsShape,
    words: settingsWords,
    save: (body) => request('saveSettings', { body }),
    onSaved,
    reload,
    success: 'Saved. The shop shows it in a moment.',
  });
  const isDuo = form.values.isDuo !== '';

  return (
    <form className={styles.form} onSubmit={form.submit} noValidate>
      <LeaveGuard isDirty={form.isDirty} />
      <Card title="The shop" text="Shown on every page, in every e-mail and in the installed app.">
        <TextField label="Name" required autoComplete="off" {...form.field('name')} />
        <TextField
          label="Social network"
          hint="A web address or a handle, linked in the top strip and the footer. Leave empty for no link."
          autoComplete="off"
          {...form.field('socialLink')}
        />
      </Card>
      <Card
        title="The designers"
        text="Named in the footer and on each licence. Whoever has no studio account gets custom requests and alerts by e-mail."
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
          <Button variant="quiet" onClick={() => form.field('isDuo').onChange(isDuo ? '' : 'yes')}>
            {isDuo ? 'Remove the second designer' : 'Add the second designer'}
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
      <div className={styles.actions}>
        <Button {...form.button}>{form.isSending ? 'Saving…' : 'Save'}</Button>
      </div>
    </form>
  );
}
