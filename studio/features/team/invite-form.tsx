import { inviteMemberSchema, type Team } from '#contract/studio/team.ts';
import { messageOf } from '#contract/wire/api-error.ts';
import { Button } from '#ui/button.tsx';
import { Select } from '#ui/select.tsx';
import { TextField } from '#ui/text-field.tsx';
import { toast } from '#ui/toast.ts';
import { useForm } from '#ui/use-form.ts';
import { request } from '../../api/studio-client.ts';
import styles from '../../ui/form.module.css';
import { FormModal } from '../../ui/form-modal.tsx';
import type { Invited } from './invitation-link.tsx';
import { roleOptions } from './team-words.tsx';

interface InviteFormProps {
  readonly onInvited: (team: Team, invited: Invited) => void;
  readonly onClose: () => void;
}

/** Invites somebody by e-mail with a role. */
export function InviteForm({ onInvited, onClose }: InviteFormProps) {
  const form = useForm({
    schema: inviteMemberSchema,
    initial: { name: '', email: '', role: 'editor' },
    async send({ name, email, role }) {
      const body = { name, email, role: role === 'owner' ? 'owner' : 'editor' } as const;
      try {
        const { link, ...team } = await request('inviteMember', { body });
        onInvited(team, { email, link });
      } catch (error) {
        toast.error(messageOf(error, 'No response. Check the list before trying again.'));
        throw error;
      }
    },
  });
  return (
    <FormModal title="Invite somebody" isDirty={form.isDirty} onClose={onClose}>
      <form className={styles.form} onSubmit={form.submit} noValidate>
        <TextField label="Name" autoComplete="off" {...form.field('name')} />
        <TextField
          label="E-mail"
          type="email"
          required
          autoComplete="off"
          autoCapitalize="none"
          {...form.field('email')}
        />
        <Select
          label="Role"
          hint="Editors can’t refund, change settings, publish terms, export, back up or manage the team."
          options={roleOptions}
          {...form.field('role')}
        />
        <div className={styles.actions}>
          <Button {...form.button}>{form.isSending ? 'Inviting…' : 'Send invitation'}</Button>
        </div>
      </form>
    </FormModal>
  );
}
