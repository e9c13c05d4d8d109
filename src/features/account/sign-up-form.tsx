import { useState } from 'react';
import { useLocation } from 'react-router';
import { passedOn, typedEmail } from '#api/return-path.ts';
import { shopClient } from '#api/shop-client.ts';
import { signIn } from '#api/sign-in.ts';
import { messages } from '#contract/messages/messages.ts';
import { type licenseTypes, signUpFormSchema } from '#contract/shop/account.ts';
import { wordsOfNews } from '#contract/shop/news-words.ts';
import { paths } from '#contract/shop/paths.ts';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { ShopLink } from '#ui/shop-link.tsx';
import { TextField } from '#ui/text-field.tsx';
import { toast } from '#ui/toast.ts';
import { useForm } from '#ui/use-form.ts';
import { useShopNavigate } from '#ui/use-shop-navigate.ts';
import { AccountCard } from './account-card.tsx';
import { LicenceFields, NameFields, NewPasswordFields } from './account-fields.tsx';
import styles from './account-form.module.css';
import { PrivacyLink } from './privacy-link.tsx';

const initial = {
  firstName: '',
  lastName: '',
  email: '',
  licenseType: '',
  businessVerificationLink: '',
  password: '',
  confirmPassword: '',
};

/** Signs a new account in. If that fails, its owner signs in on the next screen. */
async function enter({
  email,
  password,
}: Pick<typeof initial, 'email' | 'password'>): Promise<void> {
  const answer = await shopClient.request('login', { body: { email, password } }).catch(() => null);
  if (!answer) return;
  const { token, ...user } = answer;
  signIn(user, token);
}

export function SignUpForm() {
  const navigate = useShopNavigate();
  const { state } = useLocation();
  const [wantsNews, setWantsNews] = useState(false);
  const form = useForm({
    schema: signUpFormSchema,
    initial: { ...initial, email: typedEmail(state) },
    failed: messages.signUp.failed,
    async send({ confirmPassword: _, licenseType, ...values }) {
      // The form can't be submitted before a licence type is chosen.
      const body = {
        ...values,
        licenseType: licenseType as (typeof licenseTypes)[number],
        ...(wantsNews && { news: wordsOfNews }),
      };
      await shopClient.request('register', { body });
      toast.success(messages.signUp.done);
      await enter(values);
      navigate(paths.signIn.path, { state: { ...passedOn(state, values.email), isNew: true } });
    },
  });
  return (
    <AccountCard
      title="Sign up"
      text={`One account for your licences, orders and downloads. ${messages.approval.waiting}`}
      below={
        <>
          Already have an account?{' '}
          <ShopLink to={paths.signIn.path} state={passedOn(state, form.values.email)}>
            Sign in
          </ShopLink>
        </>
      }
    >
      <form className={styles.form} onSubmit={form.submit} noValidate>
        <NameFields field={form.field} />
        <TextField
          label="Email"
          type="email"
          required
          autoComplete="email"
          autoCapitalize="none"
          {...form.field('email')}
        />
        <LicenceFields field={form.field} />
        <NewPasswordFields field={form.field} />
        <Checkbox name="news" checked={wantsNews} onChange={setWantsNews}>
          {wordsOfNews}
        </Checkbox>
        <p className="note">
          What we store about you: <PrivacyLink />
        </p>
        <Button {...form.button} isWide>
          {form.isSending ? 'Signing up…' : 'Sign up'}
        </Button>
      </form>
    </AccountCard>
  );
}
