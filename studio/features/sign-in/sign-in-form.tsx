import { accountCalls, studioSignInSchema } from '#contract/studio/account.ts';
import { Button } from '#ui/button.tsx';
import { PasswordField } from '#ui/password-field.tsx';
import { useForm } from '#ui/use-form.ts';
import { request } from '../../api/studio-client.ts';
import { studioSession } from '../../api/studio-session.ts';
import { CodeField } from './code-field.tsx';
import { EmailField } from './email-field.tsx';
import styles from './sign-in.module.css';

/** The sign-in form; `email` is that of the session before. */
export function SignInForm({ email }: { readonly email: string }) {
  const form = useForm({
    schema: studioSignInSchema,
    initial: { email, password: '', code: '' },
    failed: 'The shop can’t be reached. Please try again.',
    async send(body) {
      studioSession.getState().open(await request(accountCalls.signIn, { body }));
    },
  });
  return (
    <form className={styles.form} onSubmit={form.submit} noValidate>
      <EmailField {...form.field('email')} />
      <PasswordField
        label="Password"
        required
        autoComplete="current-password"
        {...form.field('password')}
      />
      <CodeField {...form.field('code')} />
      <Button {...form.button} isWide>
        {form.isSending ? 'Signing in…' : 'Sign in'}
      </Button>
    </form>
  );
}
