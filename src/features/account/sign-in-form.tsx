import { Navigate, useLocation } from 'react-router';
import { canPersistSession } from '#api/can-persist-session.ts';
import { passedOn, returnPath, typedEmail } from '#api/return-path.ts';
import { shopClient } from '#api/shop-client.ts';
import { signIn } from '#api/sign-in.ts';
import { useSession } from '#api/use-session.ts';
import { useShopSettings } from '#api/use-shop-settings.ts';
import { messages } from '#contract/messages/messages.ts';
import { loginSchema } from '#contract/shop/account.ts';
import { paths } from '#contract/shop/paths.ts';
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

/** Why a visitor who wanted to go there is asked to sign in. */
function whyNow(wanted: string): string {
  if (wanted === paths.checkout.path) {
    return 'One more step: sign in or open an account to pay. Your cart and details are kept.';
  }
  if (wanted.startsWith(paths.customRequest.path)) {
    return 'Sign in to go on with your custom request. It belongs to the account with the address that we mailed.';
  }
  return 'Back to your cart, orders and downloads.';
}

export function SignInForm() {
  const { state } = useLocation();
  const isSignedIn = useSession(({ accessToken }) => accessToken !== null);
  // The sign-up has signed them in already.
  if (isNewAccount(state) && isSignedIn) return <Navigate to={returnPath(state)} replace />;
  return <SignInFields state={state} />;
}

function SignInFields({ state }: { readonly state: unknown }) {
  const navigate = useShopNavigate();
  const hasDemo = useShopSettings()?.demo != null;
  const form = useForm({
    schema: loginSchema,
    initial: { email: typedEmail(state), password: '' },
    failed: messages.signIn.failed,
    async send(body) {
      const { token, ...user } = await shopClient.request('login', { body });
      signIn(user, token);
      toast.success(messages.signIn.done);
      navigate(returnPath(state), { replace: true });
    },
  });
  return (
    <AccountCard
      title="Sign in"
      text={whyNow(returnPath(state))}
      below={
        <>
          New here?{' '}
          <ShopLink to={paths.signUp.path} state={passedOn(state, form.values.email)}>
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
        <ShopLink
          className={styles.aside}
          to={paths.forgotPassword.path}
          state={passedOn(state, form.values.email)}
        >
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
