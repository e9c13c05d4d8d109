import { useNavigate } from 'react-router';
import { messageOf } from '#contract/api-error.ts';
import { createDesignSchema, designLimits } from '#contract/studio-designs.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/text-field.tsx';
import { toast } from '#ui/toast.ts';
import { useForm } from '#ui/use-form.ts';
import { request } from '../../api/studio-client.ts';
import { Card } from '../../ui/card.tsx';
import { Page } from '../../ui/page.tsx';
import styles from './design-editor.module.css';

/** A design begins as a draft with a title; all else has its place on its own page. */
export default function NewDesignScreen() {
  const navigate = useNavigate();
  const form = useForm({
    schema: createDesignSchema,
    initial: { title: '' },
    async send(body) {
      try {
        const { id } = await request('createDesign', { body });
        navigate(`/designs/${id}`, { replace: true });
      } catch (error) {
        toast.error(messageOf(error, 'The shop cannot be reached. Nothing was saved yet.'));
        throw error;
      }
    },
  });
  return (
    <Page title="New design" text="It stays a draft, in no shop, until you publish it.">
      <form className={styles.form} onSubmit={form.submit} noValidate>
        <Card title="What is it called?">
          <TextField
            label="Title"
            required
            autoComplete="off"
            maxLength={designLimits.title}
            {...form.field('title')}
          />
          <div>
            <Button {...form.button}>{form.isSending ? 'Beginning…' : 'Begin the draft'}</Button>
          </div>
        </Card>
      </form>
    </Page>
  );
}
