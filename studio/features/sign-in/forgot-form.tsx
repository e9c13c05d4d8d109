import { useState } from 'react';
import { passwordResetCalls, requestResetSchema } from '#contract/studio/password-reset.ts';
import { Button } from '#ui/button.tsx';
import { useForm } from '#ui/use-form.ts';
import { request } from '../../api/studio-client.ts';
import { EmailField } from './email-field.tsx';
import styles from './sign-in.module.css';

/** Asks for a link to set a new password. */
export default function ForgotForm({ email }: { readonly email: string }) {
  const [answer, setAnswer] = useState<string | null>(null);
  const form = useForm({
    schema: requestResetSchema,
    initial: { email },
    failed: 'The shop can’t be reached. Please try again.',
    async send(body) {
      setAnswer((await request(passwordResetCalls.requestReset, { body })).message);
    },
  });
  return (
    <form className={styles.form} onSubmit={form.submit} noValidate>
      <EmailField {...form.field('email')} />
      <Button {...form.button} isWide>
        {form.isSending ? 'Sending…' : 'E-mail me a link'}
      </Button>
      <p role="status">{answer}</p>
      <LostEverything />
    </form>
  );
}

/** The way in when nothing else is left. */
export function LostEverything() {
  return (
    <p className="soft">
      No code and no other owner? On the server, <code>npm run studio:invite</code> with your e-mail
      lets you set up your account again.
    </p>
  );
}
