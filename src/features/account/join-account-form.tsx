import { useCallback, useEffect, useState } from 'react';
import * as v from 'valibot';
import { shopClient } from '#api/shop-client.ts';
import { registerSchema, resetFormSchema } from '#contract/shop/account.ts';
import type { Invitation } from '#contract/shop/colleagues.ts';
import { paths } from '#contract/shop/paths.ts';
import { ApiError, messageOf } from '#contract/wire/api-error.ts';
import { Button, LinkButton } from '#ui/button.tsx';
import { ShopLink } from '#ui/shop-link.tsx';
import { toast } from '#ui/toast.ts';
import { useForm } from '#ui/use-form.ts';
import { useShopNavigate } from '#ui/use-shop-navigate.ts';
import { AccountCard } from './account-card.tsx';
import { NameFields, NewPasswordFields } from './account-fields.tsx';
import styles from './account-form.module.css';
import { PrivacyLink } from './privacy-link.tsx';

const unreached = 'The shop can’t be reached right now. Try again when you are online.';

const joinFormSchema = v.intersect([
  v.pick(registerSchema, ['firstName', 'lastName']),
  resetFormSchema,
]);

interface JoinFieldsProps {
  readonly token: string;
  readonly email: string;
  /** The invitation doesn’t work any more. */
  readonly onEnded: (problem: string) => void;
}

function JoinFields({ token, email, onEnded }: JoinFieldsProps) {
  const navigate = useShopNavigate();
  const form = useForm({
    schema: joinFormSchema,
    initial: { firstName: '', lastName: '', password: '', confirmPassword: '' },
    failed: unreached,
    async send({ confirmPassword: _, ...values }) {
      try {
        await shopClient.request('joinAccount', { body: { token, ...values } });
      } catch (error) {
        const code = error instanceof ApiError && error.code;
        if (code === 'CODE_ENDED' || code === 'EMAIL_TAKEN') onEnded(messageOf(error, unreached));
        throw error;
      }
      toast.success('You share the account now. Sign in with your new password.');
      navigate(paths.signIn.path, { replace: true, state: { email } });
    },
  });
  return (
    <form className={styles.form} onSubmit={form.submit} noValidate>
      <NameFields field={form.field} />
      <NewPasswordFields field={form.field} />
      <p className="note">
        You’ll sign in with {email}. What we store about you: <PrivacyLink />
      </p>
      <Button {...form.button} isWide>
        {form.isSending ? 'Joining…' : 'Join the account'}
      </Button>
    </form>
  );
}

function textOf({ firstName, lastName, company }: Invitation): string {
  const owner = `${firstName} ${lastName}${company && ` (${company})`}`;
  return `${owner} shares an account with you: its orders, files, licences and cart.`;
}

/** Lets somebody accept the invitation to share an account that a mailed link opens. */
export function JoinAccountForm({ token }: { readonly token: string }) {
  const [invitation, setInvitation] = useState<Invitation | null>(null);
  const [problem, setProblem] = useState<{ readonly text: string; readonly isFinal: boolean }>();
  const load = useCallback(() => {
    setProblem(undefined);
    shopClient.request('openInvitation', { body: { token } }).then(setInvitation, (error) => {
      // Without an answer of the shop the invitation may still be good.
      const isFinal = error instanceof ApiError && error.code !== null;
      setProblem({ text: messageOf(error, unreached), isFinal });
    });
  }, [token]);
  useEffect(load, [load]);

  if (problem) {
    return (
      <AccountCard
        title="Your invitation"
        text="It didn’t open."
        below={
          problem.isFinal && (
            <>
              Just looking? <ShopLink to={paths.shop.path}>See all designs</ShopLink>
            </>
          )
        }
      >
        <p role="alert" className={styles.warning}>
          {problem.text}
        </p>
        {problem.isFinal ? (
          <LinkButton to={paths.signIn.path}>Sign in</LinkButton>
        ) : (
          <Button isWide onClick={load}>
            Try again
          </Button>
        )}
      </AccountCard>
    );
  }
  if (!invitation) return <AccountCard title="Your invitation" text="Opening it…" />;
  return (
    <AccountCard title="Join an account" text={textOf(invitation)}>
      <JoinFields
        token={token}
        email={invitation.email}
        onEnded={(text) => setProblem({ text, isFinal: true })}
      />
    </AccountCard>
  );
}
