import { useState } from 'react';
import * as v from 'valibot';
import { changeUser } from '#api/renew-user.ts';
import { shopClient } from '#api/shop-client.ts';
import { messages } from '#contract/messages/messages.ts';
import { registerSchema, type User } from '#contract/shop/account.ts';
import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toast.ts';
import { useForm } from '#ui/use-form.ts';
import { NameFields } from './account-fields.tsx';
import styles from './account-form.module.css';
import { AccountPart, PartActions } from './account-part.tsx';

const namesSchema = v.pick(registerSchema, ['firstName', 'lastName']);

/** First and last name of the person who is signed in. DISCARD restores the saved ones without a call (OP-09). */
export function PersonalInfo({ user }: { readonly user: User }) {
  const { colleague } = user;
  const { firstName: savedFirst, lastName: savedLast } = colleague ?? user;
  const saved = { firstName: savedFirst, lastName: savedLast };
  const [known, setKnown] = useState(saved);
  const form = useForm({
    schema: namesSchema,
    initial: saved,
    failed: messages.profile.failed,
    async send(values) {
      const names = { firstName: values.firstName.trim(), lastName: values.lastName.trim() };
      await shopClient.request(colleague ? 'changeColleague' : 'updateUser', { body: names });
      toast.success(messages.profile.done);
      form.settle(values, names);
      changeUser(colleague ? { colleague: { ...colleague, ...names } } : names);
    },
  });
  if (known.firstName !== saved.firstName || known.lastName !== saved.lastName) {
    setKnown(saved);
    // Shows a change made elsewhere, unless the buyer is editing.
    if (!form.isDirty) form.fill(saved);
  }
  return (
    <AccountPart title="Personal info" paper="mint" isWide>
      <form className={styles.form} onSubmit={form.submit} noValidate>
        <NameFields field={form.field} />
        <PartActions>
          <Button {...form.button}>{form.isSending ? 'UPDATING…' : 'UPDATE'}</Button>
          <Button variant="paper" onClick={() => form.fill(saved)}>
            DISCARD
          </Button>
        </PartActions>
      </form>
    </AccountPart>
  );
}
