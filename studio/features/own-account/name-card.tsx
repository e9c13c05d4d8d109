import * as v from 'valibot';
import { ownAccountCalls, staffNameSchema } from '#contract/studio/own-account.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/text-field.tsx';
import { toast } from '#ui/toast.ts';
import { useForm } from '#ui/use-form.ts';
import { request } from '../../api/studio-client.ts';
import { studioSession } from '../../api/studio-session.ts';
import { Card } from '../../ui/card.tsx';
import styles from '../../ui/form.module.css';
import { LeaveGuard } from '../../ui/leave-guard.tsx';

const schema = v.object({ name: staffNameSchema });

const roles = {
  owner: 'You are an owner: you may do everything.',
  editor:
    'You are an editor: you may do everything except refunds, settings, terms, licence texts, exports, backups and the team.',
} as const;

/** Name, e-mail and role of one's own account. */
export function NameCard() {
  const user = studioSession((state) => state.user);
  const form = useForm({
    schema,
    initial: { name: user?.name ?? '' },
    failed: 'The shop can’t be reached. Nothing was saved yet.',
    async send({ name }) {
      const saved = await request(ownAccountCalls.saveMe, { body: { name } });
      studioSession.getState().open(saved);
      form.settle({ name }, { name: saved.name });
      toast.success('Saved');
    },
  });
  if (!user) return null;
  return (
    <Card title="You" text={roles[user.role]}>
      <form className={styles.form} onSubmit={form.submit} noValidate>
        <LeaveGuard isDirty={form.isDirty} />
        <TextField
          label="Name"
          hint="How colleagues see you."
          autoComplete="name"
          {...form.field('name')}
        />
        <TextField label="E-mail" type="email" value={user.email} readOnly />
        <div className="line-3">
          <Button {...form.button}>{form.isSending ? 'Saving…' : 'Save'}</Button>
        </div>
      </form>
    </Card>
  );
}
