import { useState } from 'react';
import { Navigate } from 'react-router';
import { designCalls } from '#contract/studio/design-calls.ts';
import { createDesignSchema } from '#contract/studio/design-record.ts';
import { designLimits } from '#contract/studio/designs.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/text-field.tsx';
import { useForm } from '#ui/use-form.ts';
import { request } from '../../api/studio-client.ts';
import { Card } from '../../ui/card.tsx';
import styles from '../../ui/form.module.css';
import { LeaveGuard } from '../../ui/leave-guard.tsx';
import { Page } from '../../ui/page.tsx';

/** Creates a draft with a title; everything else is filled in on its own page. */
export default function NewDesignScreen() {
  const [begunId, setBegunId] = useState<string | null>(null);
  const form = useForm({
    schema: createDesignSchema,
    initial: { title: '' },
    failed: 'The shop can’t be reached. Nothing was saved yet.',
    async send(body) {
      setBegunId((await request(designCalls.createDesign, { body })).id);
    },
  });
  // Rendered instead of the form, so that nothing blocks the navigation.
  if (begunId !== null) return <Navigate to={`/designs/${begunId}`} replace />;
  return (
    <Page title="New design" text="It stays a hidden draft until you publish it.">
      <form className={styles.form} onSubmit={form.submit} noValidate>
        <LeaveGuard isDirty={form.isDirty} />
        <Card title="Name your design">
          <TextField
            label="Title"
            required
            autoComplete="off"
            maxLength={designLimits.title}
            {...form.field('title')}
          />
          <div>
            <Button {...form.button}>{form.isSending ? 'Creating…' : 'Create draft'}</Button>
          </div>
        </Card>
      </form>
    </Page>
  );
}
