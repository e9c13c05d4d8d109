import { useLocation } from 'react-router';
import { canPersistSession } from '#api/can-persist-session.ts';
import { passedOn, returnPath } from '#api/return-path.ts';
import { shopClient } from '#api/shop-client.ts';
import { signIn } from '#api/sign-in.ts';
import { useShopSettings } from '#api/use-shop-settings.ts';
import { messages } from '#contract/messages/messages.ts';
import { loginSchema } from '#contract/shop/account.ts';
import { paths } from '#contract/shop/paths.ts';
import { messageOf } from '#contract/wire/api-error.ts';
import { Button } from '#ui/button.tsx';
import { PasswordField } from '#ui/password-field.tsx';
import { ShopLink } from '#ui/shop-link.tsx';
import { TextField } from '#ui/text-field.tsx';
import { toast } from '#ui/toast.ts';
import { useForm } from '#ui/use-form.ts';
import { useShopNavigate } from '#ui/use-shop-navigate.ts';
import { AccountCard } from './account-card.tsx';
import styles from './account-form.module.css';
import { DemoAccounts } from './practice-accounts.tsx';

/** Whether the buyer comes from the sign-up. */
function isNewAccount(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'isNew' in state;
}

export function SignInForm() {
  const navigate = useShopNavigate();
  const { state } = useLocation();
  const hasDemo = useShopSettings()?.demo != null;
  const form = useForm({
    schema: loginSchema,
    initial: { email: '', password: '' },
    async send(body) {
      try {
        const { token, ...user } = await shopClient.request('login', { body });
        signIn(user, token);
      } catch (error) {
        toast.error(messageOf(error, messages.signIn.failed));
        throw error;
      }
      toast.success(messages.signIn.done);
      navigate(returnPath(state), { replace: true });
    },
  });
  return (
    <AccountCard
      title="Sign in"
      text="Back to your cart, orders and downloads."
      below={
        <>
          New here?{' '}
          <ShopLink to={paths.signUp.path} state={passedOn(state)}>
            Sign up
          </ShopLink>
        </>
      }
    >
      {isNewAccount(state) && (
        <p className={styles.warning}>Thank you for signing up. {messages.approval.waiting}</p>
      )}
      {!canPersistSession() && <p className={styles.warning}>{messages.checkout.nothingStored}</p>}
      <form className={styles.form} onSubmit={form.submit} noValidate>
        <TextField
          label="Email"
          type="email"
          required
          autoComplete="username"
          autoCapitalize="none"
          {...form.field('email')}
        />
        <PasswordField
          label="Password"
          required
          autoComplete="current-password"
          {...form.field('password')}
        />
        <ShopLink className={styles.aside} to={paths.forgotPassword.path} state={passedOn(state)}>
          Forgot password?
        </ShopLink>
        <Button {...form.button} isWide>
          {form.isSending ? 'Signing in…' : 'Sign in'}
        </Button>
      </form>
      {hasDemo && <DemoAccounts onPick={form.fill} />}
    </AccountCard>
  );
}
