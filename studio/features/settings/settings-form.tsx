import { useState } from 'react';
import { ApiError, messageOf } from '#contract/api-error.ts';
import { type StudioSettings, settingsMessages } from '#contract/studio-settings.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/text-field.tsx';
import { toast } from '#ui/toast.ts';
import { useForm } from '#ui/use-form.ts';
import { request } from '../../api/studio-client.ts';
import { Card } from '../../ui/card.tsx';
import styles from '../../ui/form.module.css';
import { LeaveGuard } from '../../ui/leave-guard.tsx';
import { Overtaken } from '../../ui/overtaken.tsx';
import {
  brandFrom,
  duoSchema,
  type SettingsField,
  soloSchema,
  typedFrom,
} from './settings-form-fields.ts';

interface SettingsFormProps {
  readonly settings: StudioSettings;
  readonly onSaved: (settings: StudioSettings) => void;
  /** Looks for what somebody else saved. */
  readonly onStale: () => Promise<void>;
}

/** The brand. What was typed stays until it is saved, whatever somebody else saves meanwhile. */
export function SettingsForm({ settings, onSaved, onStale }: SettingsFormProps) {
  /** What the writer has seen: only that is replaced. */
  const [savedAt, setSavedAt] = useState(settings.savedAt);
  const [isDuo, setDuo] = useState(hasTwo(settings));
  const form = useForm<SettingsField>({
    schema: isDuo ? duoSchema : soloSchema,
    initial: typedFrom(settings),
    async send(typed) {
      try {
        const body = { ...brandFrom(typed, isDuo), savedAt };
        const saved = await request('saveSettings', { body });
        setSavedAt(saved.savedAt);
        form.fill(typedFrom(saved));
        onSaved(saved);
        toast.success('Saved. Every open shop shows it in a moment.');
      } catch (error) {
        if (error instanceof ApiError && error.code === 'CHANGED_MEANWHILE') await onStale();
        else toast.error(messageOf(error, 'The shop cannot be reached. Nothing was saved yet.'));
        throw error;
      }
    },
  });
  const isOvertaken = settings.savedAt !== savedAt;
  if (isOvertaken && !form.isDirty && !form.isSending) showSaved();

  function showSaved(): void {
    setSavedAt(settings.savedAt);
    setDuo(hasTwo(settings));
    form.fill(typedFrom(settings));
  }

  return (
    <form className={styles.form} onSubmit={form.submit} noValidate>
      <LeaveGuard isDirty={form.isDirty} />
      <Card title="The shop" text="Shown on every page, in every mail and in the installed app.">
        <TextField label="Name" required autoComplete="off" {...form.field('name')} />
        <TextField
          label="Social network"
          hint="A web address, or a handle: it becomes a link in the strip on top and in the footer. Empty: no link."
          autoComplete="off"
          {...form.field('socialLink')}
        />
      </Card>
      <Card
        title="The designers"
        text="Named in the footer and on each licence. Custom requests and what needs a look are mailed to them."
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
          <Button variant="quiet" onClick={() => setDuo(!isDuo)}>
            {isDuo ? 'There is one designer only' : 'Add the second designer'}
          </Button>
        </div>
      </Card>
      <Card title="Terms and conditions">
        <TextField
          label="Version of the terms"
          hint="Buyers accept the terms under this name. Change it with their wording: whoever is at the checkout accepts them anew."
          required
          autoComplete="off"
          {...form.field('termsVersion')}
        />
      </Card>
      {isOvertaken && (
        <Overtaken
          text={settingsMessages.changed}
          onShowSaved={showSaved}
          onKeepMine={() => setSavedAt(settings.savedAt)}
        />
      )}
      <div className={styles.actions}>
        <Button {...form.button} disabled={form.button.disabled || isOvertaken}>
          {form.isSending ? 'Saving…' : 'Save'}
        </Button>
      </div>
    </form>
  );
}

/** Whether there are fields for a second designer: a studio that is being set up has two. */
function hasTwo({ designers, savedAt }: StudioSettings): boolean {
  return designers.length > 1 || savedAt === null;
}
